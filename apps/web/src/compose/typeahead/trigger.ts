/** What is being named at the caret, and where in the text that began. */
export interface Trigger {
  readonly kind: 'mention' | 'silent-mention' | 'channel' | 'topic' | 'emoji' | 'command' | 'language' | 'time';
  /** What was typed after the sign. */
  readonly query: string;
  /** Place of the sign. */
  readonly start: number;
  /** Of a topic: the channel's name. */
  readonly channel?: string;
}

/** A sign counts after one of these, or where nothing stands before it. */
const BEFORE = String.raw`(?:^|[\s"'(/<\[{])`;
const NAME = String.raw`[^\n@#*:]{0,60}`;

type Read = (before: string) => Trigger | undefined;

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

/** From the longest sign to the shortest: the first that fits is meant. */
const READERS: readonly Read[] = [
  readTopic,
  reader('silent-mention', new RegExp(String.raw`${BEFORE}(@_\*{0,2})(${NAME})$`, 'u')),
  reader('mention', new RegExp(String.raw`${BEFORE}(@\*{0,2})(${NAME})$`, 'u')),
  reader('channel', new RegExp(String.raw`${BEFORE}(#\*{0,2})(${NAME})$`, 'u')),
  reader('emoji', new RegExp(String.raw`${BEFORE}(:)([\p{L}+][\p{L}\p{N}_+\-]*)$`, 'u')),
  reader('command', /^(\/)([a-z]*)$/u),
  reader('time', /(<)(t(?:i(?:m(?:e:?)?)?)?)$/u),
  reader('language', /(?:^|\n)(`{3,}|~{3,})([^\s`~]*)$/u),
];

/** What may be completed at the caret; nothing inside a word. */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  if (/^[\p{L}\p{N}]/u.test(text.slice(caret))) return undefined;
  const before = text.slice(0, caret);
  for (const read of READERS) {
    const trigger = read(before);
    if (trigger) return trigger;
  }
  return undefined;
}
