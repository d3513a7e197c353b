export type WidgetKind = 'poll' | 'todo';

/** An option of a poll, or a task. */
export interface Item {
  readonly text: string;
  /** Of tasks only. */
  readonly description: string;
}

/** A task ends at its first colon with a space: those of its own keep together. */
const NO_BREAK_SPACE = '\u00a0';

function lineOf(kind: WidgetKind, { text, description }: Item): string {
  if (kind === 'poll') return text.trim();
  const task = text.trim().replaceAll(': ', `:${NO_BREAK_SPACE}`);
  return description.trim() === '' ? task : `${task}: ${description.trim()}`;
}

/** The message that becomes a poll or a list of tasks when it is sent (markdown.md 13.2). */
export function widgetText(kind: WidgetKind, heading: string, items: readonly Item[]): string {
  const lines = items.filter(({ text }) => text.trim() !== '').map((item) => `- ${lineOf(kind, item)}`);
  return [`/${kind} ${heading.trim()}`, ...lines].join('\n');
}
