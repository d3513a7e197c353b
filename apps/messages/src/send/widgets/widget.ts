/** What makes a message a widget: its first submessage, as JSON (markdown.md 13.2). */
export interface WidgetContent {
  widget_type: string;
  extra_data: Record<string, unknown>;
}

/** At most one list marker, with the space around it. */
const LIST_MARKER = /^\s*[-*]?\s*/;

/** The poll or todo list that a text begins, or null. */
export function widgetOfText(content: string): WidgetContent | null {
  const command = /^\S*/.exec(content)?.[0] ?? '';
  const rest = content.slice(command.length);
  if (command === '/poll') return { widget_type: 'poll', extra_data: pollData(rest) };
  if (command === '/todo') return { widget_type: 'todo', extra_data: todoData(rest) };
  return null;
}

function pollData(text: string): Record<string, unknown> {
  const { heading, items } = linesOf(text);
  return { question: heading, options: items };
}

function todoData(text: string): Record<string, unknown> {
  const { heading, items } = linesOf(text);
  const tasks = items.map((item) => {
    const end = item.indexOf(': ');
    return end < 0 ? { task: item, desc: '' } : { task: item.slice(0, end).trim(), desc: item.slice(end + 2).trim() };
  });
  return { task_list_title: heading, tasks };
}

/** The first line is a heading, also an empty one; of the others only the empty ones do not count. */
function linesOf(text: string): { heading: string; items: string[] } {
  const [heading = '', ...lines] = text.split(/\r\n|\r|\n/);
  const items = lines.map((line) => line.trim().replace(LIST_MARKER, '')).filter((item) => item !== '');
  return { heading: heading.trim(), items };
}
