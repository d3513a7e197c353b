import { link } from '../frame/message-text';

/** Slack's mark-up as Markdown: bold, struck, links; those whom it mentions are named. */
export function fromMrkdwn(text: string): string {
  return text
    .split(/(```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 1 ? unescaped(part) : converted(part)))
    .join('');
}

function converted(text: string): string {
  const linked = text.replace(/<([^<>\n]{1,2000})>/g, (_whole, inner: string) => reference(inner));
  const bold = linked.replace(/(^|[\s(>_~])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?=$|[\s).,:;!?_~])/gm, '$1**$2**');
  const struck = bold.replace(/(^|[\s(>_*])~([^\s~](?:[^~\n]*[^\s~])?)~(?=$|[\s).,:;!?_*])/gm, '$1~~$2~~');
  const emphasized = struck.replace(/(^|[\s(>~*])_([^\s_](?:[^_\n]*[^\s_])?)_(?=$|[\s).,:;!?~*])/gm, '$1*$2*');
  return unescaped(emphasized);
}

/** What stands between `<` and `>`. */
function reference(inner: string): string {
  const bar = inner.indexOf('|');
  const target = bar < 0 ? inner : inner.slice(0, bar);
  const label = bar < 0 ? '' : inner.slice(bar + 1);
  if (target.startsWith('@') || target.startsWith('#')) return label === '' ? target : `${target.slice(0, 1)}${label}`;
  if (target.startsWith('!')) return label || `@${target.slice(1).split('^')[0] ?? ''}`;
  if (target.startsWith('mailto:')) return label || target.slice('mailto:'.length);
  const address = unescaped(target);
  return label === '' ? address : link(unescaped(label), address);
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
