"""Whole turns beside the position, boards that share a message, and automatic decisions."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """The newest move of each match becomes its trail; every earlier board had a message of its own."""
    op.add_column("matches", sa.Column("automatic", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("posts", sa.Column("run", sa.Integer(), nullable=True))
    op.add_column("posts", sa.Column("anew", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("snapshots", sa.Column("trail", sa.JSON(), nullable=True))
    connection = op.get_bind()
    newest = connection.execute(
        sa.text(
            "SELECT e.match_id, e.number, e.seat, e.move, e.chance FROM snapshots s JOIN events e "
            "ON e.match_id = s.match_id AND e.number = s.version AND e.kind = 'move' WHERE s.before IS NOT NULL"
        )
    ).all()
    for match_id, number, seat, move, chance in newest:
        kept = [number, seat, move, json.loads(chance) if chance else [], True, False]
        trail = json.dumps({"run": number, "going_on": False, "kept": [kept]})
        connection.execute(
            sa.text("UPDATE snapshots SET trail = :trail WHERE match_id = :match_id"),
            {"trail": trail, "match_id": match_id},
        )


def downgrade() -> None:
    """Drops the position before a trail of several decisions: it isn't the one before the newest."""
    op.execute("UPDATE snapshots SET before = NULL")
    op.drop_column("snapshots", "trail")
    op.drop_column("posts", "anew")
    op.drop_column("posts", "run")
    op.drop_column("matches", "automatic")
