"""Message text as the page shows it."""

from __future__ import annotations

import pytest

from bot.playground.markdown import render


def names(kind: str, number: int) -> str:
    return {"@": "Ada & Co", "#": "games", "@&": "team"}[kind] + ("" if number == 7 else "?")


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**bold** *it* ~~gone~~ `code`", "<p><strong>bold</strong> <em>it</em> <s>gone</s> <code>code</code></p>"),
        ("__under__", '<p><u class="underline">under</u></p>'),
        ("one\ntwo", "<p>one<br />\ntwo</p>"),
        ("# Big\n## Middle", "<h3>Big</h3>\n<h4>Middle</h4>"),
        ("> said", "<blockquote>\n<p>said</p>\n</blockquote>"),
        ("hi <@7>", '<p>hi <span class="mention" data-user="7">@Ada &amp; Co</span></p>'),
        ("<#7>", '<p><a class="mention" href="#7" data-channel="7">#games</a></p>'),
        ("<t:60:R>", '<p><time class="time" data-time="60" data-style="R"></time></p>'),
        ("<t:60>", '<p><time class="time" data-time="60" data-style="f"></time></p>'),
        ("</game start:7>", '<p><span class="mention">/game start</span></p>'),
        (
            "a ||*b*|| c",
            '<p>a <span class="spoiler" tabindex="0" role="button" aria-label="Spoiler"><em>b</em></span> c</p>',
        ),
        ("-# small **print**", '<p class="small-print">small <strong>print</strong></p>'),
        ("big\n-# small", '<p>big</p>\n<p class="small-print">small</p>'),
        ("<b>no</b> & <script>", "<p>&lt;b&gt;no&lt;/b&gt; &amp; &lt;script&gt;</p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("![x](https://example.org/a.png)", None),
        ("a | b || c", "<p>a | b || c</p>"),
        ("`<@7>`", "<p><code>&lt;@7&gt;</code></p>"),
        ("B5–C5 \\*not\\*", "<p>B5–C5 *not*</p>"),
    ],
)
def test_text_is_shown_as_discord_shows_it(text: str, html: str | None) -> None:
    shown = render(text, names).strip()
    if html is None:
        assert "<img" not in shown
    else:
        assert shown == html


def test_links_open_in_a_new_tab() -> None:
    assert 'target="_blank" rel="noopener noreferrer"' in render("[x](https://example.org)", names)
