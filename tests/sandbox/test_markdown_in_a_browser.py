"""The page's reading of Discord's markdown, case by case, in a real browser.

The expected results were written by hand from what Discord's own client shows.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.sandbox.browser import Screen, open_screen

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

# Text, and its result. Attributes that do not matter here are left out by `RENDER`.
CASES = [
    ("plain", "plain"),
    ("", ""),
    ("**bold**", "<strong>bold</strong>"),
    ("*it* and _it_", "<em>it</em> and <em>it</em>"),
    ("***both***", "<strong><em>both</em></strong>"),
    ("__under__ ~~struck~~", "<u>under</u> <s>struck</s>"),
    ("__**deep *er***__", "<u><strong>deep <em>er</em></strong></u>"),
    ("snake_case_name", "snake_case_name"),
    ("2 * 3 * 4", "2 * 3 * 4"),
    ("**open", "**open"),
    ("** not bold **", "<strong> not bold </strong>"),
    ("a*b*c", "a<em>b</em>c"),
    (r"\*not\* \_it\_ \\", r"*not* _it_ \ ".rstrip()),
    (r"\`no code\`", "`no code`"),
    (r"a\b", r"a\b"),
    ("`code **x**`", "<code>code **x**</code>"),
    ("``a ` b``", "<code>a ` b</code>"),
    ("`open", "`open"),
    ("```\none\n two\n```", "<pre><code>one\n two</code></pre>"),
    ("```js\nlet x;\n```after", "<pre><code>let x;</code></pre>after"),
    ("before ```x``` after", "before <pre><code>x</code></pre> after"),
    ("||hidden **b**||", '<span class="spoiler">hidden <strong>b</strong></span>'),
    ("# One", '<h3 class="heading size1">One</h3>'),
    ("## Two\ntext", '<h4 class="heading size2">Two</h4>text'),
    ("### Three **b**", '<h5 class="heading size3">Three <strong>b</strong></h5>'),
    ("#### four", "#### four"),
    ("#no", "#no"),
    ("text\n# Head\nmore", 'text<h3 class="heading size1">Head</h3>more'),
    ("-# small *print*", '<small class="subtext">small <em>print</em></small>'),
    ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
    ("* a\n  - deep\n* b", "<ul><li>a<ul><li>deep</li></ul></li><li>b</li></ul>"),
    ("3. c\n4. d", '<ol start="3"><li>c</li><li>d</li></ol>'),
    ("-no list", "-no list"),
    ("> quoted\n> **twice**\nafter", "<blockquote>quoted\n<strong>twice</strong></blockquote>after"),
    (">>> all\nof it\n- x", "<blockquote>all\nof it<ul><li>x</li></ul></blockquote>"),
    (">no quote", ">no quote"),
    ("one\ntwo\n\nfour", "one\ntwo\n\nfour"),
    ("a  b   c", "a  b   c"),
    (
        "https://example.org/a_b_c?x=1&y=*2*.",
        '<a href="https://example.org/a_b_c?x=1&y=*2*">https://example.org/a_b_c?x=1&y=*2*</a>.',
    ),
    ("<https://example.org/>", '<a href="https://example.org/">https://example.org/</a>'),
    ("[a **link**](https://example.org/x_(y))", '<a href="https://example.org/x_(y)">a <strong>link</strong></a>'),
    (
        "https://discord.com/channels/1/CHANNEL/5 and https://discord.com/channels/@me/DIRECT",
        '<button class="mention jump">#ecarte › message</button> and <button class="mention jump">@Écarté</button>',
    ),
    ("[there](https://discord.com/channels/1/CHANNEL)", '<button class="plain-link jump">there</button>'),
    ("[bad](javascript:alert(1))", "[bad](javascript:alert(1))"),
    ("[bad](data:text/html,x)", "[bad](data:text/html,x)"),
    ("<@BRUNO> <@!BRUNO>", '<button class="mention user">@Bruno</button> <button class="mention user">@Bruno</button>'),
    ("<@&ROLE>", '<span class="mention">@players</span>'),
    ("<@&1>", '<span class="mention">@deleted-role</span>'),
    ("<@1>", '<button class="mention user">@unknown-user</button>'),
    (
        "<#CHANNEL> <#1>",
        '<button class="mention channel">#ecarte</button> <button class="mention channel">#deleted</button>',
    ),
    ("</demo table:5>", '<button class="mention command">/demo table</button>'),
    ("@everyone", '<span class="mention">@everyone</span>'),
    ("<t:0:D>", '<time class="stamp">January 1, 1970</time>'),
    ("<t:0:x>", "<t:0:x>"),
    ("<:king:12>", '<span class="emoji custom ">:king:</span>'),
    ("play 1️⃣ or ♥️", 'play <span class="keycap">1</span> or <span class="suit red">♥\ufe0e</span>'),
    ("♠️ ♥️", '<span class="jumbo"><span class="suit ">♠\ufe0e</span> <span class="suit red">♥\ufe0e</span></span>'),
    ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ('<img src=x onerror="alert(1)">', '<img src=x onerror="alert(1)">'),
    ("&lt;b&gt; &amp;", "&lt;b&gt; &amp;"),
    ("**" * 40 + "x" + "**" * 40, None),
    ("_*" * 200, None),
    ("||" * 301 + "[" * 200 + "(https://", None),
]

# The nodes as text again, unescaped, so that markup can be told from text only where both sides agree on the nodes:
# every tag is counted apart.
RENDER = """async ([text, me]) => {
    const { markdown } = await import("/static/markdown.js");
    const { context } = await import("/static/messages.js");
    const box = document.createElement("div");
    const began = performance.now();
    box.append(markdown(text, context(me, "en-US", { go() {} })));
    const spent = performance.now() - began;
    const kept = ["class", "href", "start"];
    for (const one of box.querySelectorAll("*")) {
        for (const { name } of [...one.attributes]) if (!kept.includes(name)) one.removeAttribute(name);
    }
    const tags = [...box.querySelectorAll("*")].map((one) => one.tagName.toLowerCase());
    const written = (node) =>
        node.nodeType === Node.TEXT_NODE
            ? node.data
            : `<${node.tagName.toLowerCase()}${[...node.attributes].map((a) => ` ${a.name}="${a.value}"`).join("")}>` +
              [...node.childNodes].map(written).join("") + `</${node.tagName.toLowerCase()}>`;
    return { html: [...box.childNodes].map(written).join(""), tags, spent };
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def screen(browser: Browser) -> AsyncIterator[Screen]:
    """One page for all cases."""
    async with open_screen(browser) as opened:
        yield opened


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[repr(text[:30]) for text, _ in CASES])
async def test_markdown(screen: Screen, text: str, expected: str | None) -> None:
    bruno = str(await screen.column("Bruno").get_attribute("data-person"))
    channel = str(await screen.column("Bruno").locator(".place.text").get_attribute("data-channel"))
    direct = str(await screen.column("Bruno").locator(".place.dm").get_attribute("data-channel"))
    role = await screen.page.evaluate('import("/static/store.js").then((store) => store.roles()[0]?.id ?? "")')
    text = text.replace("ROLE", role).replace("BRUNO", bruno).replace("CHANNEL", channel).replace("DIRECT", direct)
    drawn = await screen.page.evaluate(RENDER, [text, bruno])
    assert drawn["spent"] < 200
    assert "script" not in drawn["tags"]
    assert "img" not in drawn["tags"]
    if expected is not None:
        assert drawn["html"] == expected
