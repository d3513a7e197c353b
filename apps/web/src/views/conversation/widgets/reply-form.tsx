import { useId } from 'react';
import { useClient } from '../../../client/client';
import { targetOfMessage } from '../../../compose/target';
import type { Message } from '../../../store/message';
import type { ChoiceForm, FormChoice } from '../../../store/widgets/widget';
import { t } from '../../../strings/strings';
import { Button } from '../../../ui/button';
import { senderMention } from '../actions/message-actions';

interface ReplyFormProps {
  message: Message;
  form: ChoiceForm;
  canReply: boolean;
}

/** Replies that a bot offers: pressing one sends it to the conversation, in a channel with the bot's name before it. */
export function ReplyForm({ message, form, canReply }: ReplyFormProps) {
  const client = useClient();
  const id = useId();
  const reply = ({ reply: text }: FormChoice): void => {
    const mention = message.type === 'stream' ? `${senderMention(client.store.get(), message.sender_id, false)} ` : '';
    void client.outbox.send(targetOfMessage(message), mention + text);
  };
  return (
    <div className="widget" role="group" aria-labelledby={id}>
      <p id={id} className="widget-title" dir="auto">
        {form.heading || t('form.noHeading')}
      </p>
      <ul>
        {form.choices.map((choice, position) => (
          <li key={position} className="poll-option">
            <Button disabled={!canReply} title={t('form.sends', { reply: choice.reply })} onClick={() => reply(choice)}>
              <bdi>{choice.name}</bdi>
            </Button>
            <bdi>{choice.text}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
