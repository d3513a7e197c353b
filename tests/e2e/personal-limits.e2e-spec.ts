import { PERSONAL_LIMITS, PersonalList } from '@stoa/policy';
import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { fetchOne, sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';

let cluster: TestCluster;
let ada: Person;

beforeEach(async () => {
  cluster = await sharedCluster();
  ada = await createPerson(cluster, 'Ada');
});

const query = (text: string, parameters: unknown[]) =>
  inDatabase(cluster, (database) => database.query('', text, parameters));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('what one user keeps is limited', () => {
  interface List {
    name: PersonalList;
    path: string;
    one: Parameters;
    /** Keeps as many as there may be. */
    fill(limit: number): Promise<unknown>;
    /** Deletes one of them. */
    makeRoom(): Promise<unknown>;
  }
  const draft = { type: '', to: [], topic: '', content: 'x' };

  it.each<List>([
    {
      name: 'alert words',
      path: '/users/me/alert_words',
      one: { alert_words: ['one more'] },
      fill: (limit) =>
        ada.client.succeed('POST', '/users/me/alert_words', { alert_words: numbers(limit).map((n) => `word${n}`) }),
      makeRoom: () => ada.client.succeed('DELETE', '/users/me/alert_words', { alert_words: ['word0'] }),
    },
    {
      name: 'drafts',
      path: '/drafts',
      one: { drafts: [draft] },
      fill: (limit) => ada.client.succeed('POST', '/drafts', { drafts: numbers(limit).map(() => draft) }),
      makeRoom: async () => {
        const [first] = (await ada.client.succeed('GET', '/drafts')).drafts;
        await ada.client.succeed('DELETE', `/drafts/${first.id}`);
      },
    },
    {
      name: 'navigation views',
      path: '/navigation_views',
      one: { fragment: 'narrow/more', is_pinned: true, name: 'More' },
      fill: (limit) =>
        query(
          `INSERT INTO navigation_view (user_id, fragment, is_pinned, name)
           SELECT $1, 'narrow/' || n, true, 'View ' || n FROM generate_series(1, $2::int) AS n`,
          [ada.userId, limit],
        ),
      makeRoom: () => ada.client.succeed('DELETE', `/navigation_views/${encodeURIComponent('narrow/1')}`),
    },
    {
      name: 'saved snippets',
      path: '/saved_snippets',
      one: { title: 'x', content: 'x' },
      fill: (limit) =>
        query(
          `INSERT INTO saved_snippet (user_id, title, content)
           SELECT $1, 'Title ' || n, 'x' FROM generate_series(1, $2::int) AS n`,
          [ada.userId, limit],
        ),
      makeRoom: async () => {
        const [first] = (await ada.client.succeed('GET', '/saved_snippets')).saved_snippets;
        await ada.client.succeed('DELETE', `/saved_snippets/${first.id}`);
      },
    },
  ])('$name', async ({ name, path, one, fill, makeRoom }) => {
    const limit = PERSONAL_LIMITS[name];
    await fill(limit);
    const msg = `You cannot have more than ${limit} ${name}. Delete some that you no longer need and try again.`;
    expectError(await ada.client.post(path, one), msg);
    await makeRoom();
    expect((await ada.client.post(path, one)).status).toBe(200);
    if (name === 'alert words') expect((await ada.client.post(path, one)).status).toBe(200);
  });
});

describe('submessages are limited', () => {
  const add = (message_id: number, content: string) =>
    ada.client.post('/submessage', { message_id, msg_type: 'widget', content });

  it('in length', async () => {
    const id = await sendToChannel(ada, await createChannel(ada));
    expect((await add(id, JSON.stringify('é'.repeat(9998)))).status).toBe(200);
    expectError(await add(id, JSON.stringify('é'.repeat(9999))), 'content is too long (limit: 10000 characters)');
    expect((await fetchOne(ada, id)).submessages).toHaveLength(1);
  });

  it('in number, per message', async () => {
    const channel = await createChannel(ada);
    const [full, other] = [await sendToChannel(ada, channel), await sendToChannel(ada, channel)];
    await query(
      `INSERT INTO submessage (message_id, sender_id, msg_type, content)
       SELECT $1, $2, 'widget', '1' FROM generate_series(1, 999)`,
      [full, ada.userId],
    );
    expect((await add(full, '1')).status).toBe(200);
    expectError(await add(full, '1'), 'A message cannot have more than 1000 submessages. Send a new message to go on.');
    expect((await add(other, '1')).status).toBe(200);
  });
});
