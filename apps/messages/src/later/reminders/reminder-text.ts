import { MAX_MESSAGE_LENGTH, truncatedText } from '@stoa/markdown';
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
export function reminderText({ topicLink, url, sender, content, note }: ReminderSource): string {
  const target = topicLink ?? 'the following direct message';
  const intro = `You requested a reminder for ${target}.${note === '' ? '' : ` Note:\n > ${note}`}`;
  const widget = widgetOfText(content)?.widget_type;
  if (widget === 'poll') return `${intro}\n\n${sender} [sent](${url}) a poll.`;
  if (widget === 'todo') return `${intro}\n\n${sender} [sent](${url}) a todo list.`;
  const fence = unusedFence(content);
  const before = `${intro}\n\n${sender} [said](${url}):\n${fence}quote\n`;
  const after = `\n${fence}`;
  const room = MAX_MESSAGE_LENGTH - [...before].length - [...after].length;
  return before + truncatedText(content, room) + after;
}

/** Backticks, more in a row than any line of the text begins with. */
function unusedFence(content: string): string {
  const lengths = [...content.matchAll(/^[ \t]*(`{3,})/gm)].map(([, fence = '']) => fence.length);
  return '`'.repeat(Math.max(2, ...lengths) + 1);
}
