"""A message that was sent before is known by what it says and offers."""

from cogs.shared.client.sent_before import told


def found(custom_id: str, words: str = "Found: Cirondo against Bert") -> object:
    button = {"type": 2, "label": "How the luck is sealed", "custom_id": custom_id}
    return [{"type": 10, "content": words}, {"type": 1, "components": [button]}]


def test_a_message_is_the_same_when_its_match_has_gone_on() -> None:
    assert told(found("b:2:0:seal_of:")) == told(found("b:2:3:seal_of:"))
    for other in (found("b:3:0:seal_of:"), found("b:2:0:rules_of:"), found("b:2:0:seal_of:", "Found: Parcheesi")):
        assert told(other) != told(found("b:2:0:seal_of:"))
