import pytest

pytest.register_assert_rewrite("tests.end_to_end.house", "tests.end_to_end.room")  # both say what of a bot was wrong
