import type { Selected, TextEdit } from './format';

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

/** Types a block where the caret stands, after what is selected, on a line of its own. */
export function blockAt({ text, end }: Selected, block: string): TextEdit {
  const before = text.slice(0, end);
  const insert = before === '' || before.endsWith('\n') ? block : `\n${block}`;
  return { from: end, to: end, insert, select: [end + insert.length, end + insert.length] };
}

/** Puts a text where a mark stands; the caret and what is selected stay in what is written. */
export function markReplaced({ text, start, end }: Selected, mark: string, by: string): TextEdit | undefined {
  const from = text.indexOf(mark);
  if (from < 0) return undefined;
  const to = from + mark.length;
  const moved = (place: number): number => {
    if (place <= from) return place;
    return place < to ? from + by.length : place - mark.length + by.length;
  };
  return { from, to, insert: by, select: [moved(start), moved(end)] };
}
