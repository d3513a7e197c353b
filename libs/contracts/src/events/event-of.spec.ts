import { encodeBody, encodeRouting } from '../changes/change';
import { storedMessage } from '../testing';
import { PendingNumber, eventOf, field, keysRevoked } from './event-of';

const TO = [4, 5];
const reaction = {
  user_id: 4,
  user: { user_id: 4, email: 'ada@chat.example', full_name: 'Ada' },
  message_id: 7,
  emoji_name: 'tada',
  emoji_code: '1f389',
  reaction_type: 'unicode_emoji',
} as const;
const deletion = { message_type: 'stream', message_ids: [7], stream_id: 3, topic: 'Plans' } as const;

describe('eventOf', () => {
  it('puts type and op before the fields, and the audience into the route', () => {
    const event = eventOf('drafts', 'remove', { draft_id: 7 }, TO);
    expect(encodeBody([event])).toBe('{"events":[{"event":{"type":"drafts","op":"remove","draft_id":7}}]}');
    expect(encodeRouting(1, [event])).toBe('{"realm":1,"events":[{"type":"drafts","to":{"ids":[4,5]}}]}');
  });

  it('takes the fields second where a type has no op', () => {
    const event = eventOf('alert_words', { alert_words: ['a'] }, { ids: [4] });
    expect(event).toEqual({
      route: { type: 'alert_words', to: { ids: [4] } },
      body: { event: { type: 'alert_words', alert_words: ['a'] } },
    });
  });

  it('keeps what goes with the event outside of it', () => {
    const hints = { gravatar: true };
    const event = eventOf('message', { message: storedMessage() }, TO, { hints, publicChannel: 3 });
    expect(event.route).toEqual({ type: 'message', to: { ids: TO }, publicChannel: 3 });
    expect(event.body).toEqual({ event: { type: 'message', message: storedMessage() }, hints });
  });

  it('writes the mark of a number that is pending', () => {
    const event = eventOf('drafts', 'remove', { draft_id: new PendingNumber('@ID@') }, TO);
    expect(encodeBody([event])).toContain('"draft_id":"@ID@"');
  });

  it('makes the internal event of revoked keys', () => {
    expect(keysRevoked([4]).body).toEqual({ event: { type: 'internal/keys_revoked' } });
  });

  it('makes a field of a name', () => {
    expect(field('icon', 1)).toEqual({ icon: 1 });
  });
});

/** Never called: the compiler checks it. A line that it should refuse and does not fails the check of types. */
export function whatTheCompilerRefuses(op: 'add' | 'remove'): void {
  eventOf('reaction', op, reaction, TO);
  eventOf('delete_message', deletion, TO);

  // @ts-expect-error unknown type
  eventOf('reactions', 'add', reaction, TO);
  // @ts-expect-error unknown op
  eventOf('reaction', 'added', reaction, TO);
  // @ts-expect-error the op is missing
  eventOf('reaction', reaction, TO);
  // @ts-expect-error no op here
  eventOf('alert_words', 'update', { alert_words: [] }, TO);
  // @ts-expect-error the fields of another op
  eventOf('drafts', 'add', { draft_id: 7 }, TO);
  // @ts-expect-error a field is missing
  eventOf('drafts', 'remove', {}, TO);
  // @ts-expect-error a field too many
  eventOf('drafts', 'remove', { draft_id: 7, drafts: [] }, TO);
  // @ts-expect-error this one has no fields
  eventOf('invites_changed', { invites: [] }, TO);
  // @ts-expect-error a field's name is wrong
  eventOf('drafts', 'remove', { draftId: 7 }, TO);
  // @ts-expect-error a field's type is wrong
  eventOf('drafts', 'remove', { draft_id: '7' }, TO);
  // @ts-expect-error clients' events have ids, stored ones none
  eventOf('drafts', 'remove', { id: 1, draft_id: 7 }, TO);
  // @ts-expect-error a choice that does not exist
  eventOf('reaction', 'add', { ...reaction, reaction_type: 'emoji' }, TO);
  // @ts-expect-error deletions are stored with all ids
  eventOf('delete_message', { message_type: 'private', message_id: 7 }, TO);
  // @ts-expect-error direct messages have no topic
  eventOf('delete_message', { message_type: 'private', message_ids: [7], topic: 'Plans' }, TO);
  // @ts-expect-error flags go with the event
  eventOf('message', { message: storedMessage(), flags: [] }, TO);
  // @ts-expect-error hints of other types
  eventOf('drafts', 'remove', { draft_id: 7 }, TO, { hints: { gravatar: true } });
  // @ts-expect-error an unknown hint
  eventOf('message', { message: storedMessage() }, TO, { hints: { gravatar: true, hidden: [1] } });
  // @ts-expect-error an unknown capability
  eventOf('drafts', 'remove', { draft_id: 7 }, TO, { when: { capability: 'archived_channel', is: true } });
  // @ts-expect-error only in one of the variants
  eventOf('typing', 'start', { message_type: 'direct', sender: reaction.user, recipients: [], topic: 'Plans' }, TO);
  // @ts-expect-error an unknown name of a chosen field
  eventOf('user_group', 'update', { group_id: 1, data: field('can_mention', 1) }, TO);
}
