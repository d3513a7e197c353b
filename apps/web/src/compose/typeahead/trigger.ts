/** What is being named at the caret, and where in the text that began. */
export interface Trigger {
  readonly kind: 'mention' | 'silent-mention' | 'channel' | 'topic' | 'emoji' | 'command' | 'language' | 'time';
  /** What was typed after the sign. */
  readonly query: string;
  /** Place of the sign. */
  readonly start: number;
  /** Of a topic: the channel's name. */
  readonly channel?: string;
  /** Of a language: the signs that open the block, and whether the text goes on to a line that closes it. */
  readonly fence?: { readonly signs: string; readonly isClosed: boolean };
}

/** A sign counts after one of these, or where nothing stands before it. */
const BEFORE = String.raw`(?:^|[\s"'(/<\[{])`;
const NAME = String.raw`[^\n@#*:]{0,60}`;

type Read = (before: string, after: string) => Trigger | undefined;

/** @param pattern its first group is the sign, its second what was typed after it */
function reader(kind: Trigger['kind'], pattern: RegExp): Read {
  return (before) => {
    const [, sign, query] = pattern.exec(before) ?? [];
    if (sign === undefined || query === undefined) return undefined;
    return { kind, query, start: before.length - query.length - sign.length };
  };
}

const readTopic: Read = (before) => {
  const open = /#\*\*([^*>\n]+)>([^*\n]{0,60})$/.exec(before);
  if (open?.[1] !== undefined && open[2] !== undefined) {
    return { kind: 'topic', channel: open[1], query: open[2], start: open.index };
  }
  const closed = /#\*\*([^*>\n]+)\*\*\s?>([^*\n]{0,60})$/.exec(before);
  if (closed?.[1] === undefined || closed[2] === undefined) return undefined;
  return { kind: 'topic', channel: closed[1], query: closed[2], start: closed.index };
};

const FENCE = /^(`{3,}|~{3,})(.*)$/;

/** Whether a line below ends the block that the signs open, before one with a language opens another (markdown.md 4.2). */
function isClosedBelow(signs: string, after: string): boolean {
  const [, ...lines] = after.split('\n');
  for (const line of lines) {
    const [, found, rest = ''] = FENCE.exec(line) ?? [];
    if (rest.trim() !== '') return false;
    if (found === signs) return true;
  }
  return false;
}

const readLanguage: Read = (before, after) => {
  const [, signs, query] = /(?:^|\n)(`{3,}|~{3,})([^\s`~]*)$/u.exec(before) ?? [];
  if (signs === undefined || query === undefined) return undefined;
  const start = before.length - query.length - signs.length;
  return { kind: 'language', query, start, fence: { signs, isClosed: isClosedBelow(signs, after) } };
};

/** From the longest sign to the shortest: the first that fits is meant. */
const READERS: readonly Read[] = [
  readTopic,
  reader('silent-mention', new RegExp(String.raw`${BEFORE}(@_\*{0,2})(${NAME})$`, 'u')),
  reader('mention', new RegExp(String.raw`${BEFORE}(@\*{0,2})(${NAME})$`, 'u')),
  reader('channel', new RegExp(String.raw`${BEFORE}(#\*{0,2})(${NAME})$`, 'u')),
  reader('emoji', new RegExp(String.raw`${BEFORE}(:)([\p{L}+][\p{L}\p{N}_+\-]*)$`, 'u')),
  reader('command', /^(\/)([a-z]*)$/u),
  reader('time', /(<)(t(?:i(?:m(?:e:?)?)?)?)$/u),
  readLanguage,
];

/** What may be completed at the caret; nothing inside a word. */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const [before, after] = [text.slice(0, caret), text.slice(caret)];
  if (/^[\p{L}\p{N}]/u.test(after)) return undefined;
  for (const read of READERS) {
    const trigger = read(before, after);
    if (trigger) return trigger;
  }
  return undefined;
}
