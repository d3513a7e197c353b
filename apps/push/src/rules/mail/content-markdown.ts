/** A line that begins a block, and the same characters end it: a fence. */
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/;

/**
 * A message for the text of a mail: its Markdown, quoted. Paths of the organization become addresses, images their
 * addresses, and what a spoiler hides is left out.
 */
export function quotedMarkdown(content: string, realmUrl: string, spoilerHint: string): string {
  return withoutSpoilers(content, spoilerHint)
    .map((line) => `> ${withAddresses(line, realmUrl)}`.trimEnd())
    .join('\n');
}

function withoutSpoilers(content: string, hint: string): string[] {
  const kept: string[] = [];
  let fence: string | null = null;
  let isHidden = false;
  for (const line of content.split('\n')) {
    const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
    if (fence !== null && mark.startsWith(fence) && info.trim() === '') {
      if (!isHidden) kept.push(line);
      fence = null;
      isHidden = false;
    } else if (fence === null && mark !== '') {
      fence = mark;
      const header = /^spoiler\b(.*)$/.exec(info.trim())?.[1];
      isHidden = header !== undefined;
      kept.push(...(header === undefined ? [line] : [header.trim(), hint].filter((text) => text !== '')));
    } else if (!isHidden) kept.push(line);
  }
  return kept;
}

function withAddresses(line: string, realmUrl: string): string {
  return line
    .replace(/!\[[^[\]]{0,1000}\]\(([^()\s]{1,2000})\)/g, '$1')
    .replace(/(^|[\s(])\/(?=(?:user_uploads|user_avatars|external_content)\/)/g, `$1${realmUrl}/`);
}
