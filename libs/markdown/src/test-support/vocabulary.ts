/** Properties and values of KaTeX' style attributes: lengths that it measured, and colours that have a name or a number. */
const LENGTH = '-?[0-9.]+(?:em|ex|px|%)?';
const STYLE_NAMES =
  'height|width|min-width|vertical-align|top|bottom|left|right|margin|margin-(?:left|right|top)|padding|padding-(?:left|right)|border-width|border-(?:top|right|bottom|left)-width|border-(?:right-)?style|border-color|position|color|background-color|text-shadow';
const STYLE = `(?:(?:${STYLE_NAMES}):(?:${LENGTH}(?: ${LENGTH})*|calc\\(${LENGTH} [+-] ${LENGTH}\\)|#?[a-zA-Z0-9]+);)*`;
const MATHML_ATTRIBUTES =
  'mathvariant|stretchy|fence|separator|accent|accentunder|lspace|rspace|width|height|depth|voffset|minsize|maxsize|mathcolor|mathbackground|displaystyle|scriptlevel|linebreak|linethickness|largeop|mathsize|valign|columnalign|columnspacing|columnlines|rowspacing|rowlines|form|symmetric|movablelimits|notation|side|rowalign|frame';

/** Inside of `.katex` only. */
const KATEX_TAGS = [
  '/?(?:math|semantics|annotation|svg|m[a-z]+)',
  'math xmlns="http://www\\.w3\\.org/1998/Math/MathML"(?: display="block")?',
  'annotation encoding="application/x-tex"',
  `m[a-z]+(?: (?:(?:${MATHML_ATTRIBUTES})="[-a-zA-Z0-9.,#%+ ]*"|class ?="[a-z -]+"|style="[a-z0-9:;. -]*"))*/?`,
  `span(?: (?:class="[-_a-zA-Z0-9 ]*"|style="${STYLE}"|aria-hidden="true"))*`,
  'svg xmlns="http://www\\.w3\\.org/2000/svg"(?: (?:(?:width|height|viewBox|preserveAspectRatio)=[\'"][-a-zA-Z0-9. %]*[\'"]|style="[a-z0-9:;. -]*"))*',
  'path d=[\'"][-a-zA-Z0-9., \\n]*[\'"]/?',
  '/path',
  'line(?: (?:[xy][12]|stroke-width)=[\'"][0-9.%em]*[\'"])*/',
];

/** Every tag that HTML of this renderer may contain, with its attributes (markdown.md 18). */
const ALLOWED_TAG = new RegExp(
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
    'span class="tex-error"',
    'span aria-label="[^"<>]+" class="emoji emoji-[0-9a-f-]+" role="img" title="[^"<>]+"',
    'img alt=":[^"<>]+:" class="emoji" src="/[^"<>]+" title="[^"<>]+"',
    'time datetime="[0-9TZ:.-]+"',
    'div class="(?:codehilite|spoiler-block|spoiler-header)"',
    'div class="codehilite" data-code-language="[^"<>]+"',
    'div class="spoiler-content" aria-hidden="true"',
    'div class="(?:message_inline_image|message_inline_image message_inline_video|youtube-video message_inline_image|embed-video message_inline_image)"',
    'div class="(?:message_embed|data-container|message_embed_title|message_embed_description)"',
    'a class="message_embed_image" href="[^"<>]*" style="background-image: url\\(&quot;[^"<>]*&quot;\\)"',
    'a data-id="[^"<>]*" href="[^"<>]*"(?: title="[^"<>]*")?',
    'img src="[^"<>]+"',
    'img (?:data-animated="true" )?data-original-content-type="image/[a-z]+" data-original-dimensions="\\d+x\\d+"(?: data-transcoded-image="[\\dx]+\\.webp")? src="/user_uploads/thumbnail/[^"<>]+"',
    'img alt="[^"<>]*" class="inline-image" (?:data-animated="true" )?data-original-content-type="image/[a-z]+" data-original-dimensions="\\d+x\\d+" data-original-src="/user_uploads/[^"<>]+"(?: data-transcoded-image="[\\dx]+\\.webp")? src="/user_uploads/thumbnail/[^"<>]+"',
    'video preload="metadata" src="[^"<>]+"',
    'audio controls(?: data-original-url="https?://[^"<>]+")? preload="metadata" src="[^"<>]+"(?: title="[^"<>]*")?',
    '/(?:video|audio)',
    'span class="[a-z][a-z0-9]{0,2}"',
    ...KATEX_TAGS,
  ].join('|')})>$`,
);
const ALLOWED_ADDRESS =
  /^(?:$|\/|#|user_uploads\/|(?:https?|ftp|file|mid|bitcoin|geo|im|ircs?|magnet|mailto|matrix|mms|news|nntp|openpgp4fpr|sip|sms|smsto|ssh|tel|urn|webcal|wtai|xmpp):)/;
const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'path', 'line', 'mspace', 'mglyph']);

/** What in HTML is not part of the vocabulary: tags, attributes, addresses, text that is not escaped. */
export function violations(html: string): string[] {
  const found: string[] = [];
  const text = html.replace(/<[^<>]*>/g, (tag) => {
    if (!ALLOWED_TAG.test(tag)) found.push(tag);
    for (const [, address = ''] of tag.matchAll(/ (?:href|src|data-original-url)="([^"]*)"/g)) {
      if (!ALLOWED_ADDRESS.test(address)) found.push(tag);
    }
    return '';
  });
  if (/[<>]/.test(text)) found.push('unescaped angle bracket');
  if (/&(?!#?\w+;)/.test(text)) found.push('unescaped ampersand');
  if (/[\u0002\u0003]/.test(html)) found.push('placeholder left over');
  return found;
}

/** Whether every element ends, inside of the one that it began in. */
export function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = '', rest = ''] of html.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>/g)) {
    if (VOID_TAGS.has(name) || rest.endsWith('/')) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}
