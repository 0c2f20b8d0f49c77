"""Seats played by computers, seats that have resigned, and tables without hints."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """People played every seat before, unless this database was downgraded in between: then the logs tell."""
    op.add_column("matches", sa.Column("hints", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("matches", sa.Column("computer_since", sa.DateTime(timezone=True), nullable=True))
    op.create_index("ix_matches_computer_since", "matches", ["computer_since"])
    op.add_column("seats", sa.Column("computer", sa.String(16), nullable=True))
    op.add_column("seats", sa.Column("resigned", sa.Integer(), nullable=True))
    _read_from_the_logs()


def _read_from_the_logs() -> None:
    connection = op.get_bind()
    telling = connection.execute(
        sa.text(
            "SELECT match_id, number, kind, seat, data FROM events "
            "WHERE data LIKE '%\"computer%' OR data LIKE '%\"back\"%' ORDER BY match_id, number"
        )
    ).all()
    seats: dict[tuple[int, int], tuple[str | None, int | None]] = {}
    for match_id, number, kind, seat, text in telling:
        data = json.loads(text)
        for one, level in enumerate(data.get("computers", ())):
            seats[match_id, one] = (level, None)
        for one in data.get("resigned", ()):
            level, _ = seats.get((match_id, one), (None, None))
            seats[match_id, one] = (level or data["computer"], number)
        if "computer" in data and "resigned" not in data and kind != "move":
            seats[match_id, seat] = (data["computer"], None)
        if "back" in data:
            seats[match_id, data["back"]] = (None, None)
    for (match_id, seat), (level, resigned) in seats.items():
        connection.execute(
            sa.text(
                "UPDATE seats SET computer = :level, resigned = :resigned WHERE match_id = :match_id AND number = :seat"
            ),
            {"level": level, "resigned": resigned, "match_id": match_id, "seat": seat},
        )
    connection.execute(
        sa.text(
            "UPDATE matches SET computer_since = updated_at WHERE status = 'running' AND EXISTS (SELECT 1 FROM seats "
            "WHERE match_id = matches.id AND number = matches.to_move AND computer IS NOT NULL)"
        )
    )


def downgrade() -> None:
    """The logs still tell who played. Where a computer is to move, an older release waits for a person.

    It can't read decisions of computers in a trail, so such trails are dropped.
    """
    connection = op.get_bind()
    kept = connection.execute(sa.text("SELECT match_id, trail FROM snapshots WHERE trail IS NOT NULL")).all()
    for match_id, trail in kept:
        if any(len(decision) > 6 for decision in json.loads(trail)["kept"]):
            connection.execute(
                sa.text("UPDATE snapshots SET before = NULL, trail = NULL WHERE match_id = :match_id"),
                {"match_id": match_id},
            )
    op.drop_index("ix_matches_computer_since", "matches")
    op.drop_column("seats", "resigned")
    op.drop_column("seats", "computer")
    op.drop_column("matches", "computer_since")
    op.drop_column("matches", "hints")
