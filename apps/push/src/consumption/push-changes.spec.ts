import { type ChangeEvent, changeEvent, encodeBody, encodeRouting } from '@stoa/contracts';
import { hasFlag, pushChangesOf } from './push-changes';

const rowOf = (...events: ChangeEvent[]) => ({
  routing: encodeRouting(1, events),
  body: encodeBody(events),
  createdAtMs: 1_000,
  seq: 5,
});

const message = { id: 7, sender_id: 1, type: 'stream', stream_id: 3, subject: 't', rendered_content: '<p></p>' };

describe('changes for push', () => {
  it('are none for most changes, whose bodies are not even read', () => {
    const { routing } = rowOf(changeEvent({ type: 'reaction' }, [1]));
    expect(pushChangesOf({ routing, body: 'no JSON', createdAtMs: 0, seq: 1 })).toEqual([]);
  });

  it('tell of a message with the flags of special recipients', () => {
    const flags = [
      { flags: ['read'], to: { ids: [1] } },
      { flags: ['mentioned'], to: { ids: [1, 2] } },
    ];
    const hints = { gravatar: true, senderHiddenFrom: [5] };
    const [change] = pushChangesOf(rowOf(changeEvent({ type: 'message', message }, [1, 2, 5], { flags, hints })));
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
    const [change] = pushChangesOf(rowOf(changeEvent({ type: 'message', message }, [1], { hints })));
    expect(change).toMatchObject({ kind: 'message', isSilent: true });
  });

  it('tell of an edit of the content, and of no move', () => {
    const contents = { orig_rendered_content: '<p>a</p>', rendered_content: '<p>b</p>' };
    const edit = changeEvent({ type: 'update_message', message_id: 7, ...contents }, [1]);
    const move = changeEvent({ type: 'update_message', message_id: 7, subject: 'new' }, [1]);
    expect(pushChangesOf(rowOf(edit, move))).toEqual([
      expect.objectContaining({ kind: 'edit', messageId: 7, oldHtml: '<p>a</p>', newHtml: '<p>b</p>' }),
    ]);
  });

  it('tell of what was read and of what is gone', () => {
    const flag = (fields: object) => changeEvent({ type: 'update_message_flags', ...fields }, [4]);
    const changes = pushChangesOf(
      rowOf(
        flag({ op: 'add', flag: 'read', messages: [1, 2], all: false }),
        flag({ op: 'add', flag: 'read', messages: [], all: true }),
        flag({ op: 'remove', flag: 'read', messages: [1], all: false }),
        flag({ op: 'add', flag: 'starred', messages: [1], all: false }),
        changeEvent({ type: 'delete_message', message_ids: [9], message_type: 'private' }, [4, 5]),
      ),
    );
    expect(changes).toEqual([
      expect.objectContaining({ kind: 'read', userIds: [4], messageIds: [1, 2] }),
      expect.objectContaining({ kind: 'read', userIds: [4], messageIds: 'all' }),
      expect.objectContaining({ kind: 'gone', messageIds: [9] }),
    ]);
  });
});
