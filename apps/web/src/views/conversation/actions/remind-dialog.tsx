import { createReminder } from '@stoa/contracts/messages';
import { useState } from 'react';
import { call } from '../../../api/client';
import { useClientState } from '../../../client/client';
import { confirmDone } from '../../../client/notices';
import { MomentDialog } from '../../../parts/moment-dialog';
import { dayAndTimeText } from '../../../parts/moment-text';
import { tw } from '../../../strings/writing-strings';
import type { DialogFor } from './dialog-parts';

/** Asks when to be reminded of a message, and of what in it. */
export default function RemindDialog({ message, onClose }: DialogFor) {
  const [note, setNote] = useState('');
  const longest = useClientState((state) => state.organization.max_reminder_note_length);
  const remind = async (at: number): Promise<void> => {
    await call(createReminder, {
      message_id: message.id,
      scheduled_delivery_timestamp: at,
      note: note.trim() === '' ? undefined : note,
    });
    confirmDone(tw('remind.done', { when: dayAndTimeText(at) }));
  };
  return (
    <MomentDialog title={tw('remind.title')} action={tw('remind.action')} onChoose={remind} onClose={onClose}>
      <label className="field">
        <span>{tw('remind.note')}</span>
        <textarea
          className="input"
          rows={2}
          maxLength={longest}
          dir="auto"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </label>
    </MomentDialog>
  );
}
