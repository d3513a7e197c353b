/** A fence that no line of the text can end. */
export function fenceFor(text: string): string {
  const longest = [...text.matchAll(/^\s*(`{3,})/gm)].reduce((most, [, ticks = '']) => Math.max(most, ticks.length), 0);
  return '`'.repeat(Math.max(3, longest + 1));
}

interface Quoted {
  /** A mention of the sender that notifies nobody. */
  mention: string;
  /** The word that carries the link to the message. */
  said: string;
  link: string;
  source: string;
}

/** A message as a quote that says who wrote it and leads there (web-details.md D.7). */
export function quoteOf({ mention, said, link, source }: Quoted): string {
  const fence = fenceFor(source);
  return `${mention} [${said}](${link}):\n${fence}quote\n${source}\n${fence}\n`;
}

/** A mention of somebody, by name alone where it is enough. */
export function mentionOf(name: string, userId: number, isAmbiguous: boolean, isSilent = false): string {
  const who = isAmbiguous ? `${name}|${userId}` : name;
  return `@${isSilent ? '_' : ''}**${who}**`;
}
