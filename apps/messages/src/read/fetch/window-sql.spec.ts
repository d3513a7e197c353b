import { SideQuery, SqlText, WalkThrough, byConversation, byWalk, walkable } from './window-sql';

const QUERY: SideQuery = {
  scope: { realmId: 3, userId: 7, sharedRecipientIds: [11], receivedRecipientIds: [12], directRecipientIds: [13] },
  conditions: [{ kind: 'search', query: "'word'", phrases: [], negated: false }],
  low: 1,
  high: 900,
  isAscending: false,
  limit: 100,
};

const TOPIC = { kind: 'topic', topic: 'Lunch', negated: false } as const;
const OF_TOPIC: SideQuery = { ...QUERY, conditions: [...QUERY.conditions, TOPIC] };

describe('byConversation', () => {
  const of = (scope: Partial<SideQuery['scope']>): SideQuery => ({
    ...QUERY,
    conditions: [TOPIC],
    scope: { ...QUERY.scope, sharedRecipientIds: [], receivedRecipientIds: [], directRecipientIds: [], ...scope },
  });

  it.each<[string, SideQuery, number, boolean]>([
    ['shared history', of({ sharedRecipientIds: [11] }), 11, false],
    ['what was received', of({ receivedRecipientIds: [12] }), 12, true],
    ['direct messages', of({ directRecipientIds: [13] }), 13, false],
  ])('names a single conversation: %s', (_what, query, recipientId, checksReceipt) => {
    const { text, params } = byConversation(query);
    expect(text).toMatch(/^SELECT m\.id FROM message m WHERE m\.recipient_id = \$1::int AND m\.id BETWEEN/);
    expect(text).toContain('ORDER BY m.id DESC LIMIT');
    expect(text.includes('membership_span')).toBe(checksReceipt);
    expect(params[0]).toBe(recipientId);
  });

  it('takes as many as are asked for from each of several', () => {
    const { text, params } = byConversation(QUERY);
    expect(text.match(/LIMIT/g)).toHaveLength(3);
    expect(params).toEqual(expect.arrayContaining([[11, 13], [12]]));
  });
});

describe('byWalk', () => {
  it('takes the messages of the organization in order before it looks for the word', () => {
    const { text, params } = byWalk(QUERY, 'organization', 5000);
    const [walk = '', checked = ''] = text.split(') w\n');
    expect(walk).toContain('WHERE o.realm_id = $4::int AND o.id BETWEEN $1::bigint AND $2::bigint');
    expect(walk).toContain('ORDER BY o.id DESC LIMIT $3::int');
    expect(walk).not.toContain('@@');
    expect(checked).toMatch(/WHERE m\.id = w\.id OFFSET 0\) m\s+WHERE m\.search_vector @@/);
    expect(params.slice(0, 4)).toEqual([1, 900, 5000, 3]);
  });

  it('takes those of a sender, where one is asked for', () => {
    const ofSender: SideQuery = {
      ...QUERY,
      isAscending: true,
      conditions: [...QUERY.conditions, { kind: 'sender', userId: 5, negated: false }],
    };
    const { text, params } = byWalk(ofSender, 'sender', 5000);
    expect(text).toContain('o.sender_id = $4::int AND o.id BETWEEN $1::bigint AND $2::bigint');
    expect(text).toContain('ORDER BY o.id ASC LIMIT $3::int');
    expect(params[3]).toBe(5);
  });

  it('takes those of conversations, and of a topic in each', () => {
    const { text, params } = byWalk(OF_TOPIC, 'conversation', 5000);
    expect(
      text.match(/o\.recipient_id = \$\d::int AND lower\(o\.topic\) = lower\(\$4::text\) AND o\.id/g),
    ).toHaveLength(3);
    expect(params.slice(3, 7)).toEqual(['Lunch', 11, 12, 13]);
  });
});

describe('walkable', () => {
  const conversations = {
    text: 'SELECT FROM message o WHERE o.recipient_id = ANY($1::int[])',
    params: [[11, 12, 13]],
  };

  it.each<[string, SideQuery, WalkThrough, SqlText[]]>([
    ['all conversations', QUERY, 'conversation', [conversations]],
    [
      'a topic, apart from them: it usually lies in one',
      OF_TOPIC,
      'conversation',
      [conversations, { text: 'SELECT FROM message o WHERE lower(o.topic) = lower($1::text)', params: ['Lunch'] }],
    ],
    [
      'the organization',
      OF_TOPIC,
      'organization',
      [{ text: 'SELECT FROM message o WHERE o.realm_id = $1::int', params: [3] }],
    ],
    [
      'a sender',
      { ...OF_TOPIC, conditions: [{ kind: 'sender', userId: 5, negated: false }, TOPIC] },
      'sender',
      [{ text: 'SELECT FROM message o WHERE o.sender_id = $1::int', params: [5] }],
    ],
  ])('counts %s', (_what, query, through, statements) => {
    expect(walkable(query, through)).toEqual(statements);
  });
});
