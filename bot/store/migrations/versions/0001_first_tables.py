"""The first tables: people, matches with their logs, and queued boards."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Creates all tables."""
    op.create_table(
        "command_syncs",
        sa.Column("application_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("host", sa.String(length=255), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("synced_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("application_id", "host", name=op.f("pk_command_syncs")),
    )
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_guild_settings")),
    )
    op.create_table(
        "series",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("standing", sa.JSON(), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_series")),
    )
    op.create_table(
        "users",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("discord_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("discord_id", name=op.f("uq_users_discord_id")),
    )
    op.create_table(
        "matches",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("series_id", ROW_ID, nullable=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=True),
        sa.Column("table_message_id", sa.BigInteger(), nullable=True),
        sa.Column("opener_id", ROW_ID, nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("own_thread", sa.Boolean(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("salt", sa.String(length=32), nullable=True),
        sa.Column("recipe", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("proposal", sa.JSON(), nullable=True),
        sa.Column("ending", sa.JSON(), nullable=True),
        sa.Column("frozen", sa.JSON(), nullable=True),
        sa.Column("to_move", sa.Integer(), nullable=True),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("started_at", MOMENT, nullable=True),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["opener_id"], ["users.id"], name=op.f("fk_matches_opener_id")),
        sa.ForeignKeyConstraint(["series_id"], ["series.id"], name=op.f("fk_matches_series_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index(op.f("ix_matches_channel_id_status"), "matches", ["channel_id", "status"], unique=False)
    op.create_index(op.f("ix_matches_opener_id_status"), "matches", ["opener_id", "status"], unique=False)
    op.create_index(op.f("ix_matches_series_id"), "matches", ["series_id"], unique=False)
    op.create_index(op.f("ix_matches_status_opened_at"), "matches", ["status", "opened_at"], unique=False)
    op.create_index(op.f("ix_matches_thread_id_status"), "matches", ["thread_id", "status"], unique=False)
    op.create_table(
        "members",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("seated_by", sa.Integer(), nullable=True),
        sa.Column("invited", sa.Boolean(), nullable=False),
        sa.Column("absent", sa.Boolean(), nullable=False),
        sa.Column("left_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_members_match_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_members_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_members")),
        sa.UniqueConstraint("match_id", "user_id", name=op.f("uq_members_match_id_user_id")),
    )
    op.create_index(op.f("ix_members_user_id"), "members", ["user_id"], unique=False)
    op.create_table(
        "posts",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("nonce", sa.String(length=25), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("due_at", MOMENT, nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("superseded", sa.Boolean(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("posted_at", MOMENT, nullable=True),
        sa.Column("stripped_at", MOMENT, nullable=True),
        sa.Column("words", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_posts_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posts")),
        sa.UniqueConstraint("nonce", name=op.f("uq_posts_nonce")),
    )
    op.create_index(op.f("ix_posts_due_at"), "posts", ["due_at"], unique=False)
    op.create_index(op.f("ix_posts_match_id_id"), "posts", ["match_id", "id"], unique=False)
    op.create_table(
        "seats",
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("colour", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_seats_match_id")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_seats")),
    )
    op.create_table(
        "seeds",
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_seeds_match_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_seeds")),
    )
    op.create_table(
        "snapshots",
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_snapshots_match_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_snapshots")),
    )
    op.create_table(
        "events",
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("member_id", ROW_ID, nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("move", sa.Text(), nullable=True),
        sa.Column("chance", sa.JSON(), nullable=True),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.Column("data", sa.JSON(), nullable=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_events_match_id")),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name=op.f("fk_events_member_id")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_events")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_events_interaction_id")),
    )


def downgrade() -> None:
    """Drops all tables."""
    op.drop_table("events")
    op.drop_table("snapshots")
    op.drop_table("seeds")
    op.drop_table("seats")
    op.drop_table("posts")
    op.drop_table("members")
    op.drop_table("matches")
    op.drop_table("users")
    op.drop_table("series")
    op.drop_table("guild_settings")
    op.drop_table("command_syncs")
