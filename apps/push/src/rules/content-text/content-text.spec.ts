import { render } from '@stoa/markdown';
import { sampleContext } from '../../../../../libs/markdown/src/sample-context';
import { contentText } from './content-text';

const REALM_URL = 'https://chat.example.org';
const ofHtml = (html: string): string => contentText(html, REALM_URL);
const ofMarkup = (source: string): string => ofHtml(render(source, sampleContext).html);

describe('contentText', () => {
  it.each([
    ['', ''],
    ['plain', 'plain'],
    ['one\ntwo\n\nthree', 'one\ntwo\nthree'],
    ['**a** _b_ `c` ~~d~~ & <e> &amp; "f"', 'a _b_ c d & <e> & "f"'],
    [':tada: 🎉 :party_cat:', '🎉 🎉 :party_cat:'],
    ['[link](https://x.org) https://y.org', 'link https://y.org'],
    [
      '@**Ada Byron** @_**Ada Byron** @*oncall* @**all** #**ops>big deploy**',
      '@Ada Byron Ada Byron @oncall @all #ops > big deploy',
    ],
    ['# Head\ntext', 'Head\ntext'],
    ['```python\ndef x():\n  pass\n```', 'def x():\n  pass'],
    ['so $$x^2$$ is', 'so x^2 is'],
    ['```math\na < b\n```', 'a < b'],
  ])('of %j', (source, text) => {
    expect(ofMarkup(source)).toBe(text);
  });

  it('shows the source of typeset math', () => {
    const html =
      '<p>so <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow>' +
      '<annotation encoding="application/x-tex">\\frac{x}{2}</annotation></semantics></math></span>' +
      '<span class="katex-html" aria-hidden="true"><span>x2</span></span></span> is</p>';
    expect(ofHtml(html)).toBe('so \\frac{x}{2} is');
  });

  it('leaves images out that have no alternative text', () => {
    const preview = '<div class="message_inline_image"><a href="/x.png" title="x"><img src="/x.png"></a></div>';
    expect(ofHtml(`<p><a href="/x.png">x.png</a></p>\n${preview}`)).toBe('x.png');
  });

  it('leaves out what linked pages say', () => {
    const preview = { kind: 'card', title: 'A title', description: 'Words', imageUrl: 'https://x.org/i.png' } as const;
    const pagePreviews = new Map([['https://x.org/p', preview]]);
    const { html } = render('see https://x.org/p', { ...sampleContext, hasPagePreviews: true, pagePreviews });
    expect(html).toContain('A title');
    expect(ofHtml(html)).toBe('see https://x.org/p');
  });

  it('takes an emoji that it does not know by its text', () => {
    expect(ofHtml('<p><span class="emoji emoji-ffffff">:odd:</span><span class="emoji">:none:</span></p>')).toBe(
      ':odd::none:',
    );
  });

  it('joins the code points of an emoji', () => {
    expect(ofHtml('<p><span aria-label="US" class="emoji emoji-1f1fa-1f1f8" role="img">:us:</span></p>')).toBe('🇺🇸');
  });

  it('leaves comments out', () => {
    expect(ofHtml('<p>a<!-- b -->c</p>')).toBe('ac');
  });
});

describe('lists', () => {
  it.each([
    ['* alpha\n* beta', 'alpha\nbeta'],
    ['* alpha\n  * beta', 'alpha\nbeta'],
    ['text\n\n* a\n* b\n\nnext', 'text\n\na\nb\n\nnext'],
    ['1. a\n2. b', '1. a\n2. b'],
    ['4. four\n4. again', '4. four\n5. again'],
    ['1. a\n  1. b\n  2. c\n    7. d\n2. e', '1. a\n  1. b\n  2. c\n    7. d\n2. e'],
    ['1. a\n  * b\n  * c\n2. d', '1. a\nb\nc\n2. d'],
    ['9. nine\n10. ten', '9. nine\n10. ten'],
  ])('%j', (source, text) => {
    expect(ofMarkup(source).replace(/\n\n(?=\d)/g, '\n')).toBe(text);
  });

  it('of numbers begin on a line of their own within an item', () => {
    expect(ofHtml('<ul>\n<li>x<ol>\n<li>y</li>\n</ol>\n</li>\n</ul>')).toBe('x\n1. y');
  });
});

describe('spoilers', () => {
  it.each([
    ['```spoiler The *end*\nthey **win**\n```', 'The end (…)'],
    ['```spoiler\nquiet\n```', '(…)'],
    ['before\n```spoiler The end\nthey win\n```\nafter', 'before\nThe end (…)\n\nafter'],
  ])('%j', (source, text) => {
    expect(ofMarkup(source)).toBe(text);
  });
});

describe('quotes', () => {
  const said = `@_**Ada Byron|31** [said](${REALM_URL}/#narrow/channel/5-ops/topic/x/near/905):`;

  it.each([
    ['alone', '```quote\none\n\ntwo\nthree\n```', '> one\n> two\n> three'],
    ['with a lead-in', `${said}\n\`\`\`quote\none\n\`\`\``, 'Ada Byron said:\n> one'],
    ['of a quote', '```quote\n> deep\n\nflat\n```', '> > deep\n> flat'],
    ['before a text', '> one\n> two\n\nafter', '[…]\nafter'],
    ['after a text', 'before\n> one', 'before\n[…]'],
    ['with a lead-in before a text', `${said}\n\`\`\`quote\none\n\`\`\`\nyes`, '[…]\nyes'],
    ['in several places', `${said}\n> one\n\n> two\n\nyes\n> three\n\nno`, '[…]\nyes\n[…]\nno'],
    ['within a list', '1. a\n\n  > b\n2. c', null],
  ])('%s', (_what, source, text) => {
    if (text !== null) expect(ofMarkup(source)).toBe(text);
    else expect(ofMarkup(source)).not.toContain('[…]');
  });

  it.each([
    ['a link to elsewhere', '@_**Ada Byron|31** [said](https://elsewhere.org/#narrow/channel/5-ops/topic/x/near/905):'],
    ['a link to a topic', '@_**Ada Byron|31** [said](#narrow/channel/5-ops):'],
    ['no mention', '[said](#narrow/channel/5-ops/topic/x/near/905):'],
    ['two mentions', `@_**Ada Byron|31** ${said}`],
    ['two links', `${said} [x](https://x.org)`],
    ['more than a colon', `${said} well`],
  ])('have no lead-in with %s', (_what, lead) => {
    const text = ofMarkup(`${lead}\n> one`);
    expect(text).toContain('said');
    expect(text.endsWith('\n[…]')).toBe(true);
  });

  it('know lead-ins in other languages and with absolute links', () => {
    const lead =
      '<p><span class="user-mention silent" data-user-id="31">Ada</span> ' +
      `<a href="${REALM_URL}/#narrow/dm/10,11-dm/near/7">说</a>：</p>`;
    expect(ofHtml(`${lead}\n<blockquote>\n<p>x</p>\n</blockquote>\n<p>yes</p>`)).toBe('[…]\nyes');
  });
});

describe('the length', () => {
  it.each([
    [199, 199],
    [200, 200],
    [201, 201],
    [5000, 201],
  ])('of %d characters is %d', (given, shown) => {
    const text = Array.from(ofMarkup('x'.repeat(given)));
    expect(text).toHaveLength(shown);
    expect(text.at(-1)).toBe(given > 200 ? '…' : 'x');
  });

  it('counts characters outside the basic plane once', () => {
    expect(ofMarkup('𝕏'.repeat(200))).toBe('𝕏'.repeat(200));
    expect(ofMarkup('𝕏'.repeat(201))).toBe(`${'𝕏'.repeat(200)}…`);
  });

  it('of what is nested without end does not matter', () => {
    const depth = 20_000;
    expect(ofHtml(`<p>top</p>${'<ul><li>'.repeat(depth)}deep${'</li></ul>'.repeat(depth)}`)).toBe('top');
  });
});
