import { SideQuery, byWalk, ofConversations } from './window-sql';

const QUERY: SideQuery = {
  scope: { realmId: 3, userId: 7, sharedRecipientIds: [11], receivedRecipientIds: [12], directRecipientIds: [13] },
  conditions: [{ kind: 'search', query: "'word'", phrases: [], negated: false }],
  low: 1,
  high: 900,
  isAscending: false,
  limit: 100,
};

describe('byWalk', () => {
  it('takes the messages of the organization in order before it looks for the word', () => {
    const { text, params } = byWalk(QUERY);
    const [walk = '', checked = ''] = text.split('OFFSET 0) w');
    expect(walk).toContain('o.realm_id = $1::int AND o.id BETWEEN $2::bigint AND $3::bigint ORDER BY o.id DESC');
    expect(walk).not.toContain('@@');
    expect(checked).toMatch(/LATERAL \(SELECT .* WHERE m\.id = w\.id OFFSET 0\) m\s+WHERE m\.search_vector @@/s);
    expect(params.slice(0, 3)).toEqual([3, 1, 900]);
  });

  it('takes those of a sender, where one is asked for', () => {
    const { text, params } = byWalk({
      ...QUERY,
      isAscending: true,
      conditions: [...QUERY.conditions, { kind: 'sender', userId: 5, negated: false }],
    });
    expect(text).toContain('o.sender_id = $1::int AND o.id BETWEEN $2::bigint AND $3::bigint ORDER BY o.id ASC');
    expect(params[0]).toBe(5);
  });
});

describe('ofConversations', () => {
  it('counts all conversations, and only a topic of what else is asked for', () => {
    expect(ofConversations(QUERY)).toEqual({
      text: 'SELECT FROM message m WHERE m.recipient_id = ANY($1::int[])',
      params: [[11, 12, 13]],
    });
    const topic = { kind: 'topic', topic: 'Lunch', negated: false } as const;
    expect(ofConversations({ ...QUERY, conditions: [...QUERY.conditions, topic] })).toEqual({
      text: 'SELECT FROM message m WHERE m.recipient_id = ANY($1::int[]) AND lower(m.topic) = lower($2::text)',
      params: [[11, 12, 13], 'Lunch'],
    });
  });
});
