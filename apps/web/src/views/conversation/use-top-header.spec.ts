import type { Narrow } from '../../narrow/terms';
import { type Message, messageFrom } from '../../store/message';
import { ME } from '../../test-support/answer';
import { rowsOf, withEnds } from './message-rows';
import { headerAbove } from './use-top-header';

const DAY_SECONDS = 24 * 60 * 60;
const base = {
  ...{ sender_email: '', sender_full_name: '', sender_realm_str: '', avatar_url: null, client: 't', sender_id: 20 },
  ...{ content: '', content_type: 'text/html' as const, recipient_id: 1, topic_links: [], is_me_message: false },
  ...{ reactions: [], submessages: [], flags: [], display_recipient: 'x', type: 'stream' as const, stream_id: 5 },
};
const message = (id: number, subject: string, timestamp: number): Message =>
  messageFrom({ ...base, id, subject, timestamp }, { ownId: ME, flags: [] });
const FEED: Narrow = [];
const MESSAGES = [message(1, 'a', 10), message(2, 'a', 20), message(3, 'b', 30), message(4, 'b', 30 + DAY_SECONDS * 2)];

describe('the rows of a feed', () => {
  const rows = withEnds(rowsOf(FEED, MESSAGES), { haveOldest: true, haveNewest: true });

  it('have what is said at the ends of the history around headers, days and messages', () => {
    const kinds = rows.map(({ kind }) => kind);
    expect(kinds).toEqual([
      'start',
      'header',
      'day',
      'message',
      'message',
      'header',
      'message',
      'day',
      'message',
      'end',
    ]);
    expect(withEnds(rowsOf(FEED, MESSAGES), { haveOldest: false, haveNewest: false })).toHaveLength(8);
  });

  it('stand under the header above them, which is there by itself where it is the first on the screen', () => {
    const topicAt = (index: number): string | undefined => {
      const above = headerAbove(rows, index);
      return above?.type === 'stream' ? above.topic : undefined;
    };
    expect(rows.map((_row, index) => topicAt(index))).toEqual([
      ...[undefined, undefined, 'a', 'a', 'a'],
      ...[undefined, 'b', 'b', 'b', 'b'],
    ]);
  });
});
