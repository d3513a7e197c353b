import { useMemo } from 'react';
import type { Message } from '../../../store/message';
import { useSlice } from '../../../store/store';
import { type Widget, widgetOf } from '../../../store/widgets/widget';
import { useMessagePermissions } from '../use-permissions';
import { type OwnAddition, ownAdditions, withOwn } from './additions';
import { ReplyForm } from './reply-form';
import { PollWidget } from './poll-widget';
import { TodoWidget } from './todo-widget';
import './widgets.css';

const NONE: readonly OwnAddition[] = [];

/** What a message is shown as instead of its text; undefined for text. */
export function useWidget(message: Message, userId: number): Widget | undefined {
  const additions = useSlice(ownAdditions, (all) => all.get(message.id) ?? NONE);
  return useMemo(
    () =>
      message.submessages.length === 0
        ? undefined
        : widgetOf({ sender_id: message.sender_id, submessages: withOwn(message, additions, userId) }),
    [message, additions, userId],
  );
}

/** A poll, a list of tasks or a form: it is there for everybody, and changes while one looks. */
export function MessageWidget({ message, widget }: { message: Message; widget: Widget }) {
  // What may get reactions takes votes, too: nothing changes in archived channels.
  const { canReact: canAdd } = useMessagePermissions(message);
  switch (widget.kind) {
    case 'poll':
      return <PollWidget message={message} poll={widget.poll} canAdd={canAdd} />;
    case 'todo':
      return <TodoWidget message={message} list={widget.list} canAdd={canAdd} />;
    case 'form':
      return <ReplyForm message={message} form={widget.form} canReply={canAdd} />;
  }
}
