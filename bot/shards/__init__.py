"""Several processes of one bot: which of them works for which shard, and how one takes over from another."""
