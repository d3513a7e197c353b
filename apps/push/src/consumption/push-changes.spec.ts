import { encodeBody, encodeRouting } from '@stoa/contracts/changes';
import { type ChangeEvent, eventOf } from '@stoa/contracts/events';
import { storedMessage } from '@stoa/contracts/testing';
import { hasFlag, pushChangesOf } from './push-changes';

const rowOf = (...events: ChangeEvent[]) => ({
  routing: encodeRouting(1, events),
  body: encodeBody(events),
  createdAtMs: 1_000,
  seq: 5,
});

const message = storedMessage({ id: 7 });
const edited = { user_id: 1, edit_timestamp: 1, message_id: 7, message_ids: [7], rendering_only: false };

describe('changes for push', () => {
  it('are none for most changes, whose bodies are not even read', () => {
    const { routing } = rowOf(eventOf('alert_words', { alert_words: [] }, [1]));
    expect(pushChangesOf({ routing, body: 'no JSON', createdAtMs: 0, seq: 1 })).toEqual([]);
  });

  it('tell of a message with the flags of special recipients', () => {
    const flags = [
      { flags: ['read'], to: { ids: [1] } },
      { flags: ['mentioned'], to: { ids: [1, 2] } },
    ];
    const hints = { gravatar: true, senderHiddenFrom: [5] };
    const [change] = pushChangesOf(rowOf(eventOf('message', { message }, [1, 2, 5], { flags, hints })));
    if (change?.kind !== 'message') throw new Error('it is a message');
    expect(change).toMatchObject({ realmId: 1, seq: 5, happenedAtMs: 1_000, message, isSilent: false });
    expect([...change.recipients]).toEqual([1, 2, 5]);
    expect([...change.hiddenFrom]).toEqual([5]);
    expect(hasFlag(change.flags, 2, 'mentioned')).toBe(true);
    // The first entry that has a user counts.
    expect(hasFlag(change.flags, 1, 'mentioned')).toBe(false);
  });

  it('tell of a welcome that it notifies nobody', () => {
    const hints = { gravatar: true, withoutNotifications: true } as const;
    const [change] = pushChangesOf(rowOf(eventOf('message', { message }, [1], { hints })));
    expect(change).toMatchObject({ kind: 'message', isSilent: true });
  });

  it('tell of an edit of the content, and of no move', () => {
    const contents = { orig_rendered_content: '<p>a</p>', rendered_content: '<p>b</p>' };
    const edit = eventOf('update_message', { ...edited, ...contents }, [1]);
    const move = eventOf('update_message', { ...edited, subject: 'new' }, [1]);
    expect(pushChangesOf(rowOf(edit, move))).toEqual([
      expect.objectContaining({ kind: 'edit', messageId: 7, oldHtml: '<p>a</p>', newHtml: '<p>b</p>' }),
    ]);
  });

  it('tell of what was read and of what is gone', () => {
    const added = (flag: string, messages: number[], all = false) =>
      eventOf('update_message_flags', 'add', { operation: 'add', flag, messages, all }, [4]);
    const removed = { operation: 'remove', flag: 'read', messages: [1], all: false } as const;
    const changes = pushChangesOf(
      rowOf(
        added('read', [1, 2]),
        added('read', [], true),
        eventOf('update_message_flags', 'remove', removed, [4]),
        added('starred', [1]),
        eventOf('delete_message', { message_ids: [9], message_type: 'private' }, [4, 5]),
      ),
    );
    expect(changes).toEqual([
      expect.objectContaining({ kind: 'read', userIds: [4], messageIds: [1, 2] }),
      expect.objectContaining({ kind: 'read', userIds: [4], messageIds: 'all' }),
      expect.objectContaining({ kind: 'gone', messageIds: [9] }),
    ]);
  });
});
