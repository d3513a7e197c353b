/** Jira's own mark-up as Markdown: code, links, people, headings, bold. */
export function fromJiraMarkup(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/(\{(?:code|noformat)(?::[^}\n]{0,100})?\}[\s\S]*?\{(?:code|noformat)\})/)
    .map((part, index) => (index % 2 === 1 ? codeOf(part) : converted(part)))
    .join('');
}

function codeOf(part: string): string {
  const language = /^\{code:([a-z0-9+#]{1,30})[}|]/i.exec(part)?.[1] ?? '';
  const body = part.slice(part.indexOf('}') + 1, part.lastIndexOf('{')).replace(/^\n|\n$/g, '');
  return `\n\`\`\`${language}\n${body.replaceAll('```', "'''")}\n\`\`\`\n`;
}

function converted(text: string): string {
  return text
    .replace(/\[~(?:accountid:)?([^\]\n]{1,200})\]/g, '@$1')
    .replace(/\[([^\]|\n]{1,500})\|(https?:[^\]|\s]{1,2000})(?:\|[^\]\n]{0,100})?\]/g, '[$1]($2)')
    .replace(/\[(https?:[^\]|\s]{1,2000})\]/g, '$1')
    .replace(/^h[1-6]\. +/gm, '**»** ')
    .replace(/(^|[\s(])\*([^\s*][^*\n]*)\*(?=$|[\s).,:;!?])/gm, '$1**$2**')
    .replace(/\{\{([^}\n]{1,500})\}\}/g, '`$1`')
    .replace(/\{(?:quote|panel)(?::[^}\n]{0,200})?\}/g, '');
}
