import { type Narrow, channelNarrow, topicNarrow } from '../../narrow/terms';
import { messageFrom } from '../../store/message';
import { ME } from '../../test-support/answer';
import { placesOf, rowsOf } from './message-rows';

const NOON = new Date(2026, 6, 27, 12).getTime() / 1000;

interface Written {
  id: number;
  minutes?: number;
  sender?: number;
  topic?: string;
  isMe?: boolean;
}

function aMessage({ id, minutes = id, sender = 20, topic = 'plan', isMe = false }: Written) {
  const wire = {
    ...{ id, sender_id: sender, sender_email: '', sender_full_name: '', sender_realm_str: '', avatar_url: null },
    ...{ client: 't', content: '', content_type: 'text/html' as const, timestamp: NOON + minutes * 60 },
    ...{ recipient_id: 1, type: 'stream' as const, stream_id: 5, display_recipient: 'x', subject: topic },
    ...{ topic_links: [], is_me_message: isMe, reactions: [], submessages: [] },
  };
  return messageFrom(wire, { ownId: ME, flags: [] });
}

/** Rows in short: `#topic`, `day`, messages by their ids, those that name their sender with a star. */
function rows(narrow: Narrow, ...written: Written[]): string {
  return rowsOf(narrow, written.map(aMessage))
    .map((row) => {
      if (row.kind === 'header') return row.message.type === 'stream' ? `#${row.message.topic}` : '@';
      return row.kind === 'message' ? `${row.message.id}${row.showsSender ? '*' : ''}` : row.kind;
    })
    .join(' ');
}

const TOPIC = topicNarrow(5, 'plan');
const FEED: Narrow = [];
const SEARCH: Narrow = [{ operator: 'search', operand: 'tea' }];

describe('rows of a list of messages (web-details.md C.1)', () => {
  it('name the sender anew for another one, after ten minutes, and around what somebody does', () => {
    expect(rows(TOPIC, { id: 1 }, { id: 2 }, { id: 3, sender: 30 })).toBe('day 1* 2 3*');
    expect(rows(TOPIC, { id: 1 }, { id: 2, minutes: 10 }, { id: 3, minutes: 20 })).toBe('day 1* 2 3*');
    expect(rows(TOPIC, { id: 1 }, { id: 2, isMe: true }, { id: 3 })).toBe('day 1* 2* 3*');
  });

  it('have a line between days', () => {
    expect(rows(TOPIC, { id: 1 }, { id: 2, minutes: 24 * 60 })).toBe('day 1* day 2*');
  });

  it('stand under the header of their conversation, of which one that goes on has one', () => {
    const written = [{ id: 1 }, { id: 2 }, { id: 3, topic: 'logo' }, { id: 4, topic: 'LOGO' }];
    expect(rows(FEED, ...written)).toBe('#plan day 1* 2 #logo 3* 4');
    expect(rows(channelNarrow(5), ...written)).toBe('#plan day 1* 2 #logo 3* 4');
  });

  it('stand each under its own where neighbours need not follow each other', () => {
    expect(rows(SEARCH, { id: 1 }, { id: 2 })).toBe('#plan day 1* #plan 2*');
    expect(rows([{ operator: 'is', operand: 'starred' }], { id: 1 }, { id: 2 })).toBe('#plan day 1* #plan 2*');
  });

  it('have places among the messages alone, of as many as are known to be there', () => {
    const all = rowsOf(FEED, [{ id: 1 }, { id: 2, topic: 'other' }].map(aMessage));
    const positions = new Map([
      ['1', 1],
      ['2', 2],
    ]);
    expect(placesOf(all, { haveOldest: true, haveNewest: true })).toEqual({ positions, size: 2 });
    expect(placesOf(all, { haveOldest: false, haveNewest: true })).toEqual({ positions, size: -1 });
    expect(placesOf(all, { haveOldest: true, haveNewest: false })).toEqual({ positions, size: -1 });
  });

  it('stay the same objects for messages that stay the same, whatever comes before them', () => {
    const [first, second] = [aMessage({ id: 1 }), aMessage({ id: 2, topic: 'other' })];
    const before = rowsOf(FEED, [second]);
    const after = rowsOf(FEED, [first, second]);
    expect(after.at(-1)).toBe(before.at(-1));
    expect(rowsOf(FEED, [{ ...second }]).at(-1)).not.toBe(before.at(-1));
  });
});
