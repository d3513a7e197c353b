import { encodeAudience } from '@stoa/contracts/changes';
import { DELIVERED_BITS, MessageFlagBit } from '@stoa/read-state';
import { flagsOfSend } from '../storing/send-flags';

const nobody: ReadonlySet<number> = new Set();
const input = {
  isRecipient: (userId: number) => userId < 100,
  audience: encodeAudience([1, 2, 3, 4]),
  deliveredUserIds: nobody,
  mentionedUserIds: nobody,
  channelWildcard: false,
  topicWildcardUserIds: nobody,
  alertedUserIds: nobody,
  readUserIds: new Set([1]),
};

describe('the flags of a new message', () => {
  it('writes nothing but the read bit of a sender who has read it', () => {
    expect(flagsOfSend(input)).toEqual({
      rows: [],
      readUserIds: [1],
      ofEvent: [{ flags: ['read'], to: { ids: [1] } }],
    });
  });

  it('groups users with the same flags and leaves out who is no recipient', () => {
    const flags = flagsOfSend({ ...input, mentionedUserIds: new Set([2, 3, 500]), alertedUserIds: new Set([3]) });
    expect(flags.rows).toEqual([
      { userId: 2, bits: MessageFlagBit.mentioned },
      { userId: 3, bits: MessageFlagBit.mentioned | MessageFlagBit.has_alert_word },
    ]);
    expect(flags.ofEvent).toEqual([
      { flags: ['read'], to: { ids: [1] } },
      { flags: ['mentioned'], to: { ids: [2] } },
      { flags: ['mentioned', 'has_alert_word'], to: { ids: [3] } },
    ]);
  });

  it('writes a row that counts as received for a bot that is mentioned and not subscribed', () => {
    const bots = new Set([70]);
    const mentioned = { ...input, deliveredUserIds: bots, mentionedUserIds: new Set([2, 70]), readUserIds: nobody };
    expect(flagsOfSend(mentioned)).toEqual({
      rows: [
        { userId: 2, bits: MessageFlagBit.mentioned },
        { userId: 70, bits: MessageFlagBit.mentioned | DELIVERED_BITS },
      ],
      readUserIds: [],
      ofEvent: [{ flags: ['mentioned'], to: { ids: [2, 70] } }],
    });
    const { rows, readUserIds } = flagsOfSend({ ...mentioned, channelWildcard: true, readUserIds: bots });
    const wildcard = MessageFlagBit.mentioned | MessageFlagBit.stream_wildcard_mentioned | DELIVERED_BITS;
    expect({ rows: rows[1], readUserIds }).toEqual({ rows: { userId: 70, bits: wildcard }, readUserIds: [70] });
  });

  it('flags everybody for a channel wildcard without a row', () => {
    const flags = flagsOfSend({ ...input, channelWildcard: true });
    expect(flags.rows).toEqual([]);
    expect(flags.ofEvent).toEqual([
      { flags: ['read', 'stream_wildcard_mentioned'], to: { ids: [1] } },
      { flags: ['stream_wildcard_mentioned'], to: { ids: [1, 2, 3, 4] } },
    ]);
  });
});
