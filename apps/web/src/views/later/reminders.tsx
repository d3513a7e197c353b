import { type Reminder, deleteReminder, getMessage } from '@stoa/contracts/messages';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { type Client, useClient, useClientState } from '../../client/client';
import { messageAddress } from '../../parts/addresses';
import { dayAndTimeText } from '../../parts/moment-text';
import { messageFrom } from '../../store/message';
import { t } from '../../strings/strings';
import { tw } from '../../strings/writing-strings';
import { Dialog } from '../../ui/dialog';
import { Card, Cards, HtmlPreview } from './card';

function remove({ reminder_id }: Reminder): void {
  void act(() => call(deleteReminder, { reminder_id }));
}

/** Shows the message where it stands now: it may have been moved since. */
async function open({ store }: Client, { reminder_target_message_id: message_id }: Reminder): Promise<void> {
  await act(async () => {
    const { message } = await call(getMessage, { message_id, allow_empty_topic_name: true });
    const state = store.get();
    location.hash = messageAddress(state, messageFrom(message, { ownId: state.userId, flags: message.flags }));
  });
}

function ReminderCard({ reminder }: { reminder: Reminder }) {
  const at = reminder.scheduled_delivery_timestamp;
  const client = useClient();
  const name = dayAndTimeText(at);
  return (
    <Card
      name={name}
      at={at}
      isAhead
      openLabel={tw('reminders.open', { name })}
      deleteLabel={tw('reminders.delete', { name })}
      problem={reminder.failed ? tw('reminders.failed') : undefined}
      onOpen={() => void open(client, reminder)}
      onDelete={() => remove(reminder)}
    >
      <HtmlPreview html={reminder.rendered_content} />
    </Card>
  );
}

/** What the user will be reminded of (web-details.md B). */
export function RemindersOverlay({ onClose }: { onClose: () => void }) {
  const reminders = useClientState((state) => state.reminders);
  const rows = [...reminders.values()].sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp);
  return (
    <Dialog title={t('reminders.title')} description={tw('reminders.note')} onClose={onClose}>
      {rows.length === 0 ? (
        <p>{tw('reminders.empty')}</p>
      ) : (
        <Cards>
          <ul>
            {rows.map((reminder) => (
              <ReminderCard key={reminder.reminder_id} reminder={reminder} />
            ))}
          </ul>
          <p className="dialog-description">{tw('cards.keys')}</p>
        </Cards>
      )}
    </Dialog>
  );
}
