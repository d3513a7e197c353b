import type { ScheduledMessage } from '@stoa/contracts/messages';
import { useRef } from 'react';
import { useClient, useClientState } from '../../client/client';
import { deleteScheduled, editScheduled, recipientOfScheduled } from '../../compose/later/scheduling';
import { DeviceHint } from '../../parts/hint';
import { t } from '../../strings/strings';
import { tw } from '../../strings/writing-strings';
import { Dialog } from '../../ui/dialog';
import { Card, Cards, HtmlPreview } from './card';
import { goOnWriting, nameOf } from './go-on-writing';

interface ScheduledCardProps {
  message: ScheduledMessage;
  onOpen: () => void;
}

function ScheduledCard({ message, onOpen }: ScheduledCardProps) {
  const name = useClientState((state) => nameOf(state, recipientOfScheduled(message, state.userId)));
  return (
    <Card
      name={name}
      at={message.scheduled_delivery_timestamp}
      isAhead
      openLabel={tw('scheduled.edit', { name })}
      deleteLabel={tw('scheduled.delete', { name })}
      problem={message.failed ? tw('scheduled.failed') : undefined}
      onOpen={onOpen}
      onDelete={() => deleteScheduled(message)}
    >
      <HtmlPreview html={message.rendered_content} />
    </Card>
  );
}

/** Messages that are to be sent later (web-details.md B). */
export function ScheduledOverlay({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const scheduled = useClientState((state) => state.scheduled);
  const onClosed = useRef<(event: Event) => void>(undefined);
  const rows = [...scheduled.values()].sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp);
  const open = async (message: ScheduledMessage): Promise<void> => {
    const target = await editScheduled(client, message);
    if (target) onClosed.current = goOnWriting(client, target);
  };
  return (
    <Dialog
      title={t('scheduled.title')}
      description={tw('scheduled.note')}
      onClose={onClose}
      onClosed={(event) => onClosed.current?.(event)}
    >
      {rows.length === 0 ? (
        <p>{tw('scheduled.empty')}</p>
      ) : (
        <Cards>
          <DeviceHint name="scheduled" text="hint.scheduled" />
          <ul>
            {rows.map((message) => (
              <ScheduledCard key={message.scheduled_message_id} message={message} onOpen={() => void open(message)} />
            ))}
          </ul>
          <p className="dialog-description">{tw('cards.keys')}</p>
        </Cards>
      )}
    </Dialog>
  );
}
