import { ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { statementsOf } from '../support/statements';

const idsOf = (messages: ResponseBody[]): number[] => messages.map(({ id }) => id);
const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });

describe('narrows', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let ada: Person;
  let bob: Person;
  let carl: Person;
  /** By which others may name Carl. */
  let carlsAddress: string;
  let guest: Person;
  let room: Channel;
  let quiet: Channel;
  /** By what they are. */
  let sent: Record<'plain' | 'link' | 'image' | 'resolved' | 'muted' | 'followed' | 'mention' | 'wildcard', number>;
  let direct: Record<'two' | 'three' | 'self', number>;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    ada = organization.owner;
    bob = await organization.createPerson('Bob');
    carl = await organization.createPerson('Carl');
    carlsAddress = (await carl.client.succeed('GET', '/users/me')).email;
    guest = await organization.createPerson('Guest', 600);
    room = await createChannel(ada, [bob, guest]);
    quiet = await createChannel(ada, [bob]);
    const policy = (topic: string, visibility_policy: number, { id: stream_id } = room) =>
      bob.client.succeed('POST', '/user_topics', { stream_id, topic, visibility_policy });
    sent = {
      plain: await sendToChannel(ada, room, { topic: 'Plans' }),
      link: await sendToChannel(ada, room, { topic: 'plans', content: 'see https://example.net/a' }),
      image: await sendToChannel(bob, quiet, { topic: 'plans' }),
      resolved: await sendToChannel(ada, room, { topic: '✔ done' }),
      muted: await sendToChannel(ada, room, { topic: 'noise' }),
      followed: await sendToChannel(ada, room, { topic: 'news' }),
      mention: await sendToChannel(ada, room, { topic: 'plans', content: `@**${bob.fullName}** look` }),
      wildcard: await sendToChannel(ada, room, { topic: 'plans', content: '@**all** look' }),
    };
    await policy('Noise', 1);
    await policy('NEWS', 3);
    // Mentions, and taking part, have made Bob follow these.
    await policy('plans', 0);
    await policy('plans', 0, quiet);
    direct = {
      two: await sendDirect(bob, [ada]),
      three: await sendDirect(bob, [ada, carl]),
      self: await sendDirect(bob, [bob]),
    };
  });

  /** Only what this file sent: channels have notices about their own creation. */
  async function found(person: Person, narrow: readonly unknown[], parameters = {}): Promise<number[]> {
    const own = new Set([...Object.values(sent), ...Object.values(direct)]);
    return idsOf(await fetchNewest(person, narrow, parameters)).filter((id) => own.has(id));
  }

  const channelIds = () => Object.values(sent);
  const everything = () => [...Object.values(sent), ...Object.values(direct)];
  const without = (...ids: number[]) => everything().filter((id) => !ids.includes(id));

  it.each<[string, () => unknown[], () => number[]]>([
    ['no filter', () => [], everything],
    ['channel', () => [term('channel', room.id)], () => channelIds().filter((id) => id !== sent.image)],
    [
      'not the channel',
      () => [term('channel', room.id, true)],
      () => [sent.image, direct.two, direct.three, direct.self],
    ],
    ['streams:public', () => [term('streams', 'public')], channelIds],
    ['not channels:public', () => [term('channels', 'public', true)], () => Object.values(direct)],
    ['channels:web-public', () => [term('channels', 'web-public')], () => []],
    [
      'topic in all channels, ignoring case',
      () => [term('topic', 'PLANS')],
      () => [sent.plain, sent.link, sent.image, sent.mention, sent.wildcard],
    ],
    [
      'not the topic, which direct messages never have',
      () => [term('topic', 'plans', true)],
      () => [sent.resolved, sent.muted, sent.followed, ...Object.values(direct)],
    ],
    ['sender', () => [term('sender', bob.userId)], () => [sent.image, ...Object.values(direct)]],
    ['not the sender', () => [term('sender', bob.userId, true)], () => channelIds().filter((id) => id !== sent.image)],
    ['dm', () => [term('dm', [ada.userId])], () => [direct.two]],
    ['not that dm', () => [term('dm', [ada.userId], true)], () => without(direct.two)],
    ['dm-including', () => [term('dm-including', ada.userId)], () => [direct.two, direct.three]],
    ['dm-including oneself', () => [term('dm-including', bob.userId)], () => Object.values(direct)],
    ['group-pm-with', () => [term('group-pm-with', ada.userId)], () => [direct.three]],
    ['not group-pm-with', () => [term('group-pm-with', carl.userId, true)], () => without(direct.three)],
    ['group_pm_with, by address', () => [['group_pm_with', carlsAddress]], () => [direct.three]],
    ['is:dm', () => [term('is', 'dm')], () => Object.values(direct)],
    ['not is:private', () => [term('is', 'private', true)], channelIds],
    ['is:mentioned', () => [term('is', 'mentioned')], () => [sent.mention, sent.wildcard]],
    ['not is:mentioned', () => [term('is', 'mentioned', true)], () => without(sent.mention, sent.wildcard)],
    ['is:resolved', () => [term('is', 'resolved')], () => [sent.resolved]],
    ['not is:resolved', () => [term('is', 'resolved', true)], () => without(sent.resolved)],
    ['is:followed', () => [term('is', 'followed')], () => [sent.followed]],
    ['not is:followed', () => [term('is', 'followed', true)], () => without(sent.followed)],
    ['is:muted', () => [term('is', 'muted')], () => [sent.muted]],
    ['in:home', () => [term('in', 'home')], () => without(sent.muted)],
    ['in:all', () => [term('in', 'all')], everything],
    ['has:link', () => [term('has', 'link')], () => [sent.link]],
    ['not has:link', () => [term('has', 'link', true)], () => without(sent.link)],
    ['has:image', () => [term('has', 'image')], () => []],
    ['has:attachment', () => [term('has', 'attachment')], () => []],
    ['id', () => [term('id', sent.link)], () => [sent.link]],
    ['not the id', () => [term('id', String(sent.link), true)], () => without(sent.link)],
    [
      'several terms',
      () => [term('channel', room.name), term('topic', 'plans'), term('has', 'link', true), term('sender', ada.userId)],
      () => [sent.plain, sent.mention, sent.wildcard],
    ],
  ])('%s', async (_what, narrow, expected) => {
    expect((await found(bob, narrow())).sort((a, b) => a - b)).toEqual(expected().sort((a, b) => a - b));
  });

  it('find flags, reactions and unread messages', async () => {
    const reader = await organization.createPerson('Reader');
    await reader.client.succeed('POST', '/users/me/subscriptions', { subscriptions: [{ name: room.name }] });
    const [first, second, third] = [
      await sendToChannel(ada, room),
      await sendToChannel(ada, room),
      await sendDirect(ada, [reader]),
    ];
    const change = (flag: string, messages: number[]) =>
      reader.client.succeed('POST', '/messages/flags', { messages, op: 'add', flag });
    await change('starred', [first!]);
    await change('read', [second!]);
    await reader.client.succeed('POST', `/messages/${second}/reactions`, { emoji_name: 'thumbs_up' });
    const is = async (operator: string, operand: string, negated = false) =>
      idsOf(await fetchNewest(reader, [term(operator, operand, negated)])).filter((id) => id >= first!);
    expect(await is('is', 'starred')).toEqual([first]);
    expect(await is('is', 'starred', true)).toEqual([second, third]);
    expect(await is('is', 'unread')).toEqual([first, third]);
    expect(await is('is', 'unread', true)).toEqual([second]);
    expect(await is('has', 'reaction')).toEqual([second]);
    expect(await is('has', 'reaction', true)).toEqual([first, third]);
    // A starred message of before the subscription is the reader's own as well; unread it never was.
    await change('starred', [sent.plain]);
    expect(idsOf(await fetchNewest(reader, [term('is', 'starred')]))).toEqual([sent.plain, first]);
    expect(idsOf(await fetchNewest(reader, [term('is', 'unread')]))).not.toContain(sent.plain);
    const unread = await reader.client.succeed('GET', '/messages', {
      anchor: first,
      num_before: 5,
      num_after: 1,
      narrow: [['is', 'unread']],
    });
    expect(unread).toMatchObject({ found_anchor: true, found_newest: false });
    expect(idsOf(unread.messages).slice(-2)).toEqual([first, third]);
  });

  it('has:link and mentions are of the rendered message; alert words of the reader', async () => {
    await bob.client.succeed('POST', '/users/me/alert_words', { alert_words: ['zeppelin'] });
    const alerting = await sendToChannel(ada, room, { content: 'a zeppelin!' });
    expect(idsOf(await fetchNewest(bob, [term('is', 'alerted')]))).toEqual([alerting]);
    expect(idsOf(await fetchNewest(ada, [term('is', 'alerted')]))).toEqual([]);
  });

  it('with follows a message to where it is now', async () => {
    const narrow = (id: number) => [term('channel', room.id), term('topic', 'somewhere else'), term('with', id)];
    expect(await found(bob, narrow(sent.resolved))).toEqual([sent.resolved]);
    expect(await found(bob, [term('with', direct.three)])).toEqual([direct.three]);
    expect(await found(bob, [term('dm', [ada.userId]), term('with', sent.image)])).toEqual([sent.image]);
    // Not there, or not readable: what the narrow names counts.
    expect(await found(bob, [term('channel', room.id), term('topic', 'news'), term('with', 999_999_999)])).toEqual([
      sent.followed,
    ]);
    expect(await found(carl, [term('dm', [bob.userId, ada.userId]), term('with', direct.two)])).toEqual([direct.three]);
    // Shared history counts there too.
    expect(await found(carl, [term('with', sent.resolved)])).toEqual([sent.resolved]);
    expectError(
      await bob.client.get('/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [term('with', 999_999_999)],
      }),
      "Invalid narrow operator: Invalid 'with' operator",
      { code: 'BAD_NARROW', desc: "Invalid 'with' operator" },
    );
    const desc = "Duplicate 'with' operators.";
    expectError(
      await bob.client.get('/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [term('with', 1), term('with', 2)],
      }),
      `Invalid narrow operator combination: ${desc}`,
      { code: 'BAD_NARROW', desc },
    );
  });

  it('search shared history only where they name its channels, and no own flags', async () => {
    expect(await found(carl, [])).toEqual([direct.three]);
    expect(await found(carl, [term('channel', room.id), term('topic', 'plans')])).toEqual([
      sent.plain,
      sent.link,
      sent.mention,
      sent.wildcard,
    ]);
    expect(await found(carl, [term('channels', 'public'), term('is', 'resolved')])).toEqual([sent.resolved]);
    expect(await found(carl, [term('channel', room.id), term('is', 'muted', true)])).toEqual([]);
    expect(await found(carl, [term('channel', room.id, true)])).toEqual([direct.three]);
    expect(await found(guest, [term('channels', 'public')])).toEqual(channelIds().filter((id) => id !== sent.image));
    const [historical] = await fetchNewest(carl, [term('channel', room.id), term('topic', 'news')]);
    expect(historical.flags).toEqual(['read', 'historical']);
  });

  it('cost a number of statements that does not depend on how much they find', async () => {
    const fetchPage = (num_before: number, narrow: unknown[]) => () =>
      bob.client.succeed('GET', '/messages', { anchor: 'newest', num_before, num_after: 0, narrow });
    for (const narrow of [[], [term('channel', room.id)], [term('search', 'look')], [term('is', 'unread')]]) {
      const few = await statementsOf(cluster, fetchPage(1, narrow));
      expect(await statementsOf(cluster, fetchPage(1000, narrow))).toBe(few);
    }
  });
});

describe('GET /messages/matches_narrow', () => {
  let organization: Organization;
  let bob: Person;
  let room: Channel;

  beforeAll(async () => {
    organization = await createOrganization(await sharedCluster());
    bob = await organization.createPerson('Bob');
    room = await createChannel(organization.owner, [bob]);
  });

  it('tells which received messages match, and marks what was searched', async () => {
    const word = unique('gazelle').replace(' ', '');
    const [hit, miss] = [
      await sendToChannel(organization.owner, room, { content: `a **${word}** & more`, topic: 'a "zoo"' }),
      await sendToChannel(organization.owner, room),
    ];
    const matches = (narrow: unknown[], person = bob) =>
      person.client.succeed('GET', '/messages/matches_narrow', { msg_ids: [hit, miss, 999_999_999], narrow });
    expect((await matches([['search', word.toUpperCase()]])).messages).toEqual({
      [String(hit)]: {
        match_content: `<p>a <strong><span class="highlight">${word}</span></strong> &amp; more</p>`,
        match_subject: 'a &quot;zoo&quot;',
      },
    });
    expect(Object.keys((await matches([])).messages)).toEqual([String(hit), String(miss)]);
    expect((await matches([['topic', 'zoo']])).messages).toEqual({});
    const stranger = await organization.createPerson('Stranger');
    expect((await matches([['channel', room.name]], stranger)).messages).toEqual({});
  });

  it('refuses what is no narrow there', async () => {
    const { client } = bob;
    const desc = 'unknown operator with';
    expectError(
      await client.get('/messages/matches_narrow', { msg_ids: [1], narrow: [term('with', 1)] }),
      `Invalid narrow operator: ${desc}`,
      { code: 'BAD_NARROW', desc },
    );
    expectError(await client.get('/messages/matches_narrow', { narrow: [] }), "Missing 'msg_ids' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'msg_ids',
    });
    expectError(await client.get('/messages/matches_narrow', { msg_ids: [1] }), "Missing 'narrow' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'narrow',
    });
  });
});

describe('who has no account', () => {
  let open: Organization;
  let web: Channel;
  let inner: Channel;
  let ids: number[];

  beforeAll(async () => {
    const cluster = await sharedCluster();
    open = await createOrganization(cluster, { enable_spectator_access: true });
    web = await createChannel(open.owner, [], { is_web_public: true });
    inner = await createChannel(open.owner);
    ids = [
      await sendToChannel(open.owner, web, { topic: 'open', content: 'open giraffe' }),
      await sendToChannel(open.owner, inner, { topic: 'closed', content: 'closed giraffe' }),
    ];
  });

  const page = { anchor: 'newest', num_before: 100, num_after: 0 };
  const webPublic = ['channels', 'web-public'];
  const refused = { status: 401, code: 'UNAUTHORIZED' };
  const NOT_LOGGED_IN = 'Not logged in: API authentication or user session required';

  it('reads web-public channels, as read', async () => {
    const narrow = [webPublic, ['topic', 'open'], ['in', 'home'], ['search', 'giraffes']];
    const { messages } = await open.anonymous.succeed('GET', '/messages', { ...page, narrow });
    expect(messages).toMatchObject([{ id: ids[0], flags: ['read'], stream_id: web.id }]);
    const { message } = await open.anonymous.succeed('GET', `/messages/${ids[0]}`);
    expect(message).toMatchObject({ id: ids[0], flags: ['read'] });
    const all = await open.anonymous.succeed('GET', '/messages', { ...page, narrow: [['streams', 'web-public']] });
    expect(idsOf(all.messages)).not.toContain(ids[1]);
    expect(await open.anonymous.succeed('GET', '/messages', { message_ids: ids, narrow: [webPublic] })).toMatchObject({
      messages: [{ id: ids[0] }],
    });
  });

  it.each<[string, () => unknown[]]>([
    ['nothing about web-public channels', () => [['channel', web.name]]],
    ['own flags', () => [webPublic, ['is', 'starred']]],
    ['direct messages', () => [webPublic, ['dm', 'a@x.example']]],
    ['everything', () => []],
  ])('may not ask for %s', async (_what, narrow) => {
    expectError(await open.anonymous.get('/messages', { ...page, narrow: narrow() }), NOT_LOGGED_IN, refused);
  });

  it('knows no other channel', async () => {
    const desc = `unknown web-public channel ${inner.name}`;
    expectError(
      await open.anonymous.get('/messages', { ...page, narrow: [webPublic, ['channel', inner.name]] }),
      `Invalid narrow operator: ${desc}`,
      { code: 'BAD_NARROW', desc },
    );
    expectError(await open.anonymous.get(`/messages/${ids[1]}`), NOT_LOGGED_IN, refused);
  });

  it('reads nothing where the organization does not want it', async () => {
    const closed = await createOrganization(await sharedCluster());
    expectError(await closed.anonymous.get('/messages', { ...page, narrow: [webPublic] }), NOT_LOGGED_IN, refused);
    expectError(await closed.anonymous.get('/messages/1'), NOT_LOGGED_IN, refused);
  });
});

describe('POST /messages/render', () => {
  it('renders as a send would, and sends nothing', async () => {
    const organization = await createOrganization(await sharedCluster());
    const { client, fullName, userId } = organization.owner;
    const { rendered } = await client.succeed('POST', '/messages/render', { content: `**hi** @**${fullName}**` });
    expect(rendered).toBe(
      `<p><strong>hi</strong> <span class="user-mention" data-user-id="${userId}">@${fullName}</span></p>`,
    );
    expectError(await client.post('/messages/render'), "Missing 'content' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'content',
    });
  });
});

describe('GET /messages/summary', () => {
  it('is not offered', async () => {
    const { owner } = await createOrganization(await sharedCluster());
    const msg = 'AI features are not enabled on this server.';
    expectError(await owner.client.get('/messages/summary', { narrow: [['is', 'dm']] }), msg);
    expectError(await owner.client.get('/messages/summary', { narrow: '{' }), 'narrow is not valid JSON');
  });
});
