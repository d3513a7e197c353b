import type { Message } from '../message';
import { type Fields, fieldsIn, fieldsOf, listOf, textOf } from './fields';
import { type Poll, applyToPoll, beginPoll } from './poll';
import { type TodoList, applyToTodo, beginTodo } from './todo';

/** A reply that a form offers. */
export interface FormChoice {
  readonly name: string;
  readonly text: string;
  readonly reply: string;
}

export interface ChoiceForm {
  readonly heading: string;
  readonly choices: readonly FormChoice[];
}

/** What a message is shown as instead of its text. */
export type Widget =
  | { readonly kind: 'poll'; readonly poll: Poll }
  | { readonly kind: 'todo'; readonly list: TodoList }
  | { readonly kind: 'form'; readonly form: ChoiceForm };

type Submessage = Message['submessages'][number];
type WidgetMessage = Pick<Message, 'sender_id'> & {
  readonly submessages: readonly Pick<Submessage, 'sender_id' | 'msg_type' | 'content'>[];
};

function formOf({ heading, choices }: Fields): ChoiceForm {
  const read = listOf(choices).flatMap((choice) => {
    const fields = fieldsOf(choice);
    const [name, text, reply] = [textOf(fields?.short_name), textOf(fields?.long_name), textOf(fields?.reply)];
    return name === undefined || reply === undefined ? [] : [{ name, text: text ?? '', reply }];
  });
  return { heading: textOf(heading) ?? '', choices: read };
}

/** The widget as its message began it; undefined for kinds that are not known here. */
function begin({ widget_type: type, extra_data: extra }: Fields): Widget | undefined {
  const data = fieldsOf(extra) ?? {};
  if (type === 'poll') return { kind: 'poll', poll: beginPoll(data) };
  if (type === 'todo') return { kind: 'todo', list: beginTodo(data) };
  return type === 'zform' ? { kind: 'form', form: formOf(data) } : undefined;
}

/**
 * What a message is, computed from everything that was added to it, in order (web.md 5.3); undefined for a message that
 * is text. Only its sender makes it a widget.
 */
export function widgetOf({ sender_id, submessages }: WidgetMessage): Widget | undefined {
  const [first, ...additions] = submessages.filter(({ msg_type }) => msg_type === 'widget');
  const start = first?.sender_id === sender_id ? fieldsIn(first.content) : undefined;
  return additions.reduce<Widget | undefined>(
    (widget, { sender_id: senderId, content }) => {
      const data = fieldsIn(content);
      if (!widget || !data) return widget;
      const addition = { senderId, isAuthor: senderId === sender_id, data };
      if (widget.kind === 'poll') return { kind: 'poll', poll: applyToPoll(widget.poll, addition) };
      return widget.kind === 'todo' ? { kind: 'todo', list: applyToTodo(widget.list, addition) } : widget;
    },
    start && begin(start),
  );
}
