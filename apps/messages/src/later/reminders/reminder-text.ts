import { MAX_MESSAGE_LENGTH, truncatedText } from '@stoa/markdown';
import type { Write } from '@stoa/texts';
import { widgetOfText } from '../../send/widgets/widget';

export interface ReminderSource {
  /** Markup that links to the message in its topic; null for direct messages. */
  topicLink: string | null;
  url: string;
  /** Silent mention of who wrote it. */
  sender: string;
  content: string;
  /** '' if there is none. */
  note: string;
}

/** What a reminder says (messages.md 18): which message, the note, and the message quoted as far as there is room. */
export function reminderText({ topicLink, url, sender, content, note }: ReminderSource, write: Write): string {
  const target = topicLink === null ? write('reminder.ofDirect') : write('reminder.ofMessage', { place: topicLink });
  const intro = target + (note === '' ? '' : write('reminder.note', { note }));
  const values = { sender, link: url };
  const widget = widgetOfText(content)?.widget_type;
  if (widget === 'poll') return `${intro}\n\n${write('reminder.poll', values)}`;
  if (widget === 'todo') return `${intro}\n\n${write('reminder.todo', values)}`;
  const fence = unusedFence(content);
  const before = `${intro}\n\n${write('reminder.said', values)}\n${fence}quote\n`;
  const after = `\n${fence}`;
  const room = MAX_MESSAGE_LENGTH - [...before].length - [...after].length;
  return before + truncatedText(content, room) + after;
}

/** Backticks, more in a row than any line of the text begins with. */
function unusedFence(content: string): string {
  const lengths = [...content.matchAll(/^[ \t]*(`{3,})/gm)].map(([, fence = '']) => fence.length);
  return '`'.repeat(Math.max(2, ...lengths) + 1);
}
