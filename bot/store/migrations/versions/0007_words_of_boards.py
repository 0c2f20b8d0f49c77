"""The words of boards in a table of their own, urgent boards first, and indexes of the few posts wanted."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

WITH_BUTTONS = "posted_at IS NOT NULL AND stripped_at IS NULL"
PARTIAL = {
    "ix_posts_calls_due_at": (["calls", "due_at"], "due_at IS NOT NULL"),
    "ix_posts_with_buttons": (["match_id", "id"], WITH_BUTTONS),
    "ix_posts_problem": (["problem"], "problem IS NOT NULL"),
}


def upgrade() -> None:
    """Queued posts count as waited for, since nobody has recorded whether they call someone."""
    row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "board_words",
        sa.Column("post_id", row_id, sa.ForeignKey("posts.id"), primary_key=True),
        sa.Column("words", sa.JSON(), nullable=False),
    )
    op.execute(
        f"INSERT INTO board_words (post_id, words) SELECT id, coalesce(words, '{{}}') FROM posts WHERE {WITH_BUTTONS}"  # noqa: S608 - its own words
    )
    op.drop_column("posts", "words")
    op.add_column("posts", sa.Column("calls", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.drop_index("ix_posts_due_at", "posts")
    for name, (columns, where) in PARTIAL.items():
        op.create_index(name, "posts", columns, sqlite_where=sa.text(where))


def downgrade() -> None:
    """Moves the words back."""
    for name in PARTIAL:
        op.drop_index(name, "posts")
    op.create_index("ix_posts_due_at", "posts", ["due_at"])
    op.drop_column("posts", "calls")
    op.add_column("posts", sa.Column("words", sa.JSON(), nullable=True))
    op.execute("UPDATE posts SET words = (SELECT words FROM board_words WHERE post_id = posts.id)")
    op.drop_table("board_words")
