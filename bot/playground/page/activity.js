// The client around an Activity: it speaks with Discord's SDK in the frame as Discord's own client does.

const HANDSHAKE = 0, FRAME = 1, CLOSE = 2;
const CLOSE_NORMAL = 1000, INVALID_CLIENT = 4000, INVALID_VERSION = 4004, INVALID_ENCODING = 4005;
const byId = (id) => document.getElementById(id);
const frameId = new URLSearchParams(location.search).get("frame");
const frame = byId("activity");

async function post(path, body) {
  const response = await fetch(`/.client/${path}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ frame: frameId, ...body }),
  });
  return { ok: response.ok, ...(await response.json()) };
}

function end(message) {
  frame.remove();
  post("leave", {});
  byId("problem").hidden = !message;
  byId("problem").textContent = message;
  if (!message) parent.postMessage({ type: "activity closed" }, "*");
}

/** Asks once whether the application may know who this is. */
function agree(name) {
  byId("question").textContent = `${name} wants to know who you are.`;
  byId("consent").hidden = false;
  return new Promise((done) => {
    const answer = (agreed) => () => { byId("consent").hidden = true; done(agreed); };
    byId("authorize").onclick = answer(true);
    byId("cancel").onclick = answer(false);
  });
}

const about = await post("frame", {});
if (!about.ok) end(about.error);
else {
  const isDiscord = location.protocol === "https:";
  const origin = isDiscord ? `https://${about.application}.discordsays.com` : `http://${about.application}.discordsays.localhost:${location.port}`;
  let shakenHands = false, agreed = about.agreed;
  const send = (opcode, payload) => frame.contentWindow?.postMessage([opcode, payload], origin);

  const handshake = (said) => {
    if (said.client_id !== about.application) return send(CLOSE, { code: INVALID_CLIENT, message: "Invalid Client ID" });
    if (said.v !== 1) return send(CLOSE, { code: INVALID_VERSION, message: "Invalid version" });
    if (said.encoding && said.encoding !== "json") return send(CLOSE, { code: INVALID_ENCODING, message: "Invalid encoding" });
    if (said.frame_id !== frameId) return send(CLOSE, { code: INVALID_CLIENT, message: "Invalid frame" });
    shakenHands = true;
    send(FRAME, { cmd: "DISPATCH", evt: "READY", nonce: null, data: {
      v: 1, config: { cdn_host: "cdn.discordapp.com", api_endpoint: "//discord.com/api", environment: "production" },
    } });
  };

  const answer = async ({ cmd, args, evt, nonce }) => {
    if (!shakenHands || !nonce) return;
    if (cmd === "CAPTURE_LOG") return send(FRAME, { cmd, data: null, evt: null, nonce });
    if (cmd === "SUBSCRIBE" || cmd === "UNSUBSCRIBE") return send(FRAME, { cmd, data: { evt }, evt: null, nonce });
    if (cmd === "AUTHORIZE" && !agreed) agreed = await agree(about.name);
    const found = await post("command", { command: cmd, args: { ...args, agreed } });
    if (found.ok) send(FRAME, { cmd, data: found.data, evt: null, nonce });
    else send(FRAME, { cmd, data: { code: found.code, message: found.message ?? found.error }, evt: "ERROR", nonce });
  };

  addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow || event.origin !== origin || !Array.isArray(event.data)) return;
    const [opcode, said] = event.data;
    if (opcode === HANDSHAKE) handshake(said);
    else if (opcode === FRAME) answer(said);
    else if (opcode === CLOSE) end(said.code === CLOSE_NORMAL ? "" : said.message || "The Activity was closed.");
  });
  addEventListener("pagehide", () => navigator.sendBeacon("/.client/leave", new Blob([JSON.stringify({ frame: frameId })], { type: "application/json" })));
  frame.src = `${origin}/?${new URLSearchParams(about.query)}`;
}
