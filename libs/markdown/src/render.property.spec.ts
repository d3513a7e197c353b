import fc from 'fast-check';
import { collectReferences } from './references';
import { tryRender } from './render';
import { sampleContext } from './sample-context';

/** Inside of `.katex` only. */
const KATEX_TAGS = [
  '/?(?:math|semantics|annotation|svg|m[a-z]+)',
  'math xmlns="http://www\\.w3\\.org/1998/Math/MathML"(?: display="block")?',
  'annotation encoding="application/x-tex"',
  'm[a-z]+(?: (?:mathvariant|stretchy|fence|separator|accent|accentunder|lspace|rspace|width|height|depth|voffset|minsize|maxsize|mathcolor|mathbackground|displaystyle|scriptlevel|linebreak|linethickness|largeop|mathsize|valign|columnalign|columnspacing|columnlines|rowspacing|rowlines|form|symmetric|movablelimits|class|style|notation)="[^"<>]*")*/?',
  'span(?: (?:class="[^"<>]*"|style="[a-z0-9:;.# -]*"|aria-hidden="true"))*',
  'svg xmlns="http://www\\.w3\\.org/2000/svg"(?: (?:width|height|viewBox|preserveAspectRatio|style)=[\'"][^"\'<>]*[\'"])*',
  'path d=[\'"][^"\'<>]*[\'"]/?',
  '/path',
  'line(?: (?:[xy][12]|stroke-width)=[\'"][^"\'<>]*[\'"])*/',
];

/** Every tag that HTML of this renderer may contain, with its attributes (markdown.md 18). */
const ALLOWED_TAGS = new RegExp(
  `^<(?:${[
    '/?(?:p|strong|em|del|blockquote|ul|li|h[1-6]|thead|tbody|tr|table|code|pre|time|span|a|div|ol|th|td)',
    'br',
    'hr',
    'ol start="\\d+"',
    't[hd] style="text-align: (?:left|right|center);"',
    'a href="[^"<>]*"(?: title="[^"<>]*")?',
    'a class="stream(?:-topic)?" data-stream-id="\\d+" href="/#narrow/channel/[\\w.~*/-]+"',
    'a class="message-link" href="/#narrow/channel/[\\w.~*/-]+"',
    'span class="user-mention(?: channel-wildcard-mention)?(?: silent)?" data-user-id="(?:\\d+|\\*)"',
    'span class="user-group-mention(?: silent)?" data-user-group-id="\\d+"',
    'span class="topic-mention(?: silent)?"',
    'span class="(?:tex-error|timestamp-error)"',
    'span aria-label="[^"<>]+" class="emoji emoji-[0-9a-f-]+" role="img" title="[^"<>]+"',
    'img alt=":[^"<>]+:" class="emoji" src="/[^"<>]+" title="[^"<>]+"',
    'time datetime="[0-9TZ:.-]+"',
    'div class="(?:codehilite|spoiler-block|spoiler-header)"',
    'div class="codehilite" data-code-language="[^"<>]+"',
    'div class="spoiler-content" aria-hidden="true"',
    'div class="(?:message_inline_image|message_inline_image message_inline_video|youtube-video message_inline_image)"',
    'a data-id="[\\w-]+" href="[^"<>]*"',
    'img src="[^"<>]+"',
    'img (?:data-animated="true" )?data-original-content-type="image/[a-z]+" data-original-dimensions="\\d+x\\d+" src="/user_uploads/thumbnail/[^"<>]+"',
    'video preload="metadata" src="[^"<>]+"',
    'audio controls(?: data-original-url="https?://[^"<>]+")? preload="metadata" src="[^"<>]+"(?: title="[^"<>]*")?',
    '/(?:video|audio)',
    'span class="[a-z][a-z0-9]{0,2}"',
    ...KATEX_TAGS,
  ].join('|')})>$`,
);
const ALLOWED_ADDRESS =
  /^(?:$|\/|#|user_uploads\/|(?:https?|ftp|file|mid|bitcoin|geo|im|ircs?|magnet|mailto|matrix|mms|news|nntp|openpgp4fpr|sip|sms|smsto|ssh|tel|urn|webcal|wtai|xmpp):)/;

function violations(html: string): string[] {
  const found: string[] = [];
  const text = html.replace(/<[^<>]*>/g, (tag) => {
    if (!ALLOWED_TAGS.test(tag)) found.push(tag);
    const href = / (?:href|src|data-original-url)="([^"]*)"/.exec(tag)?.[1];
    if (href !== undefined && !ALLOWED_ADDRESS.test(href)) found.push(tag);
    return '';
  });
  if (/[<>]/.test(text)) found.push('unescaped angle bracket');
  if (/&(?!#?\w+;)/.test(text)) found.push('unescaped ampersand');
  if (/[\u0002\u0003]/.test(html)) found.push('placeholder left over');
  return found;
}

function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (['br', 'hr', 'img', 'path', 'line'].includes(name)) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

const FRAGMENTS = [
  '*',
  '**',
  '***',
  '_',
  '~~',
  '`',
  '``',
  '```',
  '~~~',
  '```quote\n',
  '```spoiler x\n',
  '```py\n',
  '```math\n',
  '$$',
  '$$a^2$$',
  '\\sqrt{x}',
  '\\frac{a}{',
  '\\href{javascript:a}{b}',
  '\\htmlClass{x}{y}',
  '\\color{red}',
  '\\def\\a{\\a\\a}\\a',
  '```js\n',
  '```diff\n',
  '\\',
  '[',
  ']',
  '(',
  ')',
  '](',
  '!',
  '<',
  '>',
  '"',
  "'",
  '&',
  '&lt;',
  '&#106;',
  '@',
  '@**Ada Byron**',
  '@_**',
  '@*oncall*',
  '@**A & <b>**',
  '@**all**',
  '#**ops**',
  '#**ops>big deploy**',
  '#**',
  '#42',
  'zork:1',
  '<time:2026-03-05>',
  '<time:',
  ':rocket:',
  ':party_cat:',
  ':',
  '🎉',
  '❤️',
  '\n',
  '\n\n',
  ' ',
  '    ',
  '\t',
  '> ',
  '* ',
  '1. ',
  '# ',
  '---\n',
  '| a | b |\n',
  '|---|:-:|\n',
  'https://example.net/',
  'example.net',
  'ada@example.net',
  'javascript:',
  'data:',
  '//',
  '<script>',
  '<b onclick="x">',
  'onerror=',
  '/user_uploads/1/x',
  '/user_uploads/2/ab/f.png',
  '/user_uploads/2/ab/s.mp3',
  'https://p.example.net/a.jpg',
  'https://p.example.net/a.mp4',
  'https://youtu.be/ab_c',
  '![',
  '.mp3',
  '.png',
  '\u202e',
  '\u200b',
  '\u200d',
  '\ufeff',
  '\u0002',
  '\u0003',
  '\ue000',
  'word',
  'deploy',
  '\ud83d',
  '{lang}',
];
const text = fc.array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...FRAGMENTS) }, fc.string()), {
  maxLength: 40,
});

describe('properties of rendering', () => {
  it('lets only the documented vocabulary out, well nested', () => {
    fc.assert(
      fc.property(text, (parts) => {
        const outcome = tryRender(parts.join(''), sampleContext);
        if (!outcome.ok) throw new Error(outcome.msg);
        expect(violations(outcome.result.html)).toEqual([]);
        expect(isBalanced(outcome.result.html)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('finds every reference that the renderer resolves', () => {
    fc.assert(
      fc.property(text, (parts) => {
        const content = parts.join('');
        const outcome = tryRender(content, sampleContext);
        if (!outcome.ok) throw new Error(outcome.msg);
        const references = collectReferences(content);
        if (outcome.result.mentionedUserIds.includes(31)) expect(references.userNames).toContain('Ada Byron');
        if (outcome.result.mentionedGroupIds.includes(17)) expect(references.groupNames).toContain('oncall');
        if (outcome.result.html.includes('data-stream-id="5"')) expect(references.channelNames).toContain('ops');
      }),
      { numRuns: 500 },
    );
  });

  it('takes bounded time for 10,000 hostile characters', () => {
    const fastest = (content: string): number => {
      const times = [1, 2, 3].map(() => {
        const start = performance.now();
        tryRender(content, sampleContext);
        collectReferences(content);
        return performance.now() - start;
      });
      return Math.min(...times);
    };
    const fill = (unit: string): string => unit.repeat(Math.ceil(10_000 / unit.length)).slice(0, 10_000);
    const unit = fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    fastest(fill('a *b* `c` [d](e) '));
    fc.assert(
      fc.property(unit, (repeated) => {
        // About 25 ms is the worst on an idle machine; anything worse than linear takes seconds.
        expect(fastest(fill(repeated))).toBeLessThan(150);
      }),
      { numRuns: 150 },
    );
    for (const parts of [
      [...Array(140).keys()].map((index) => '`'.repeat(index + 1)).join(' '),
      [...Array(130).keys()].map((index) => `${'  '.repeat(index)}* a`).join('\n'),
      `${fill(',a.co/').slice(0, 9_990)}((((((((`,
      `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n${'x\n'.repeat(4_000)}`,
      `\`\`\`${fill('a').slice(0, 9_990)}\``,
      `*a${' '.repeat(9_990)}*`,
    ]) {
      expect(fastest(parts)).toBeLessThan(150);
    }
  }, 120_000);
});
