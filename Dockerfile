# Crux in a container. docs/hosting.md tells how to use it:
#   docker build --tag crux .
#   docker run --detach --name crux --restart on-failure:5 --stop-timeout 30 --env-file .env --volume crux-data:/crux/data crux

# Discord's SDK for Activities, bundled into one file. It needs Node.js, which the bot itself doesn't.
FROM node:22 AS activity
WORKDIR /source
COPY Makefile ./
RUN make activity

FROM python:3.11-slim AS build
RUN python -m venv /opt/crux
WORKDIR /source
COPY pyproject.toml setup.py constraints.txt README.md LICENSE ./
COPY bot bot
COPY cogs cogs
COPY images images
COPY --from=activity /source/cogs/shared/web/sdk cogs/shared/web/sdk
RUN /opt/crux/bin/pip install --no-cache-dir --disable-pip-version-check --constraint constraints.txt '.[postgresql,sentry]'
# The bot may not write there later, so the catalogues are compiled now.
RUN /opt/crux/bin/python -c "from bot.text import load_catalogues; load_catalogues()"

FROM python:3.11-slim
COPY --from=build /opt/crux /opt/crux
# The bot needs no rights but to write in its own folder. A new volume takes over the folder's owner.
RUN useradd --system --uid 10001 --home-dir /crux --create-home crux \
    && install --directory --owner crux --mode 700 /crux/data
WORKDIR /crux
USER crux
VOLUME /crux/data
# Where METRICS_PORT is set, the container knows whether it is healthy.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["/opt/crux/bin/python", "-c", \
    "import os, urllib.request as web; port = os.environ.get('METRICS_PORT'); port and web.build_opener(web.ProxyHandler({})).open(f'http://127.0.0.1:{port}/healthz')"]
# Without a shell around it, so that the SIGTERM of `docker stop` reaches the bot and it closes in good order.
CMD ["/opt/crux/bin/python", "-m", "bot"]
