import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { FormData } from 'undici';
import { createChannel } from '../support/channels';
import { picture } from '../support/files';
import { sendDirect, sendToChannel } from '../support/messages';
import { Person, createBot, createPerson, unique } from '../support/people';
import { RawRequest, rawRequest } from '../support/raw-request';

type Method = 'PATCH' | 'DELETE' | 'PUT';

/** One change that an endpoint makes, and the look that shows it. */
interface Change {
  path: string;
  parameters: Parameters;
  look: () => Promise<unknown>;
  after: unknown;
}

/** The ways in which clients send what is neither GET nor POST (organization.md 1.2). */
describe('changes in every shape that clients send', () => {
  let cluster: TestCluster;
  let ada: Person;
  let grace: Person;
  /** Who makes the change: Ada, unless it is prepared for somebody else. */
  let caller: Person;

  beforeEach(() => {
    caller = ada;
  });
  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, grace] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Grace')]);
  });

  const textOf = (parameters: Parameters): [string, string][] =>
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
  const send = async (path: string, init: RawRequest) => {
    const answer = await rawRequest(caller.client, `/api/v1${path}`, init);
    return JSON.parse(answer.text);
  };
  const withFile = async (fields: [string, string][], fileFirst: boolean): Promise<FormData> => {
    const form = new FormData();
    const file = new Blob([new Uint8Array(await picture())], { type: 'image/png' });
    if (fileFirst) form.append('file', file, 'a.png');
    for (const [name, value] of fields) form.append(name, value);
    if (!fileFirst) form.append('file', file, 'a.png');
    return form;
  };

  const shapes: [string, (method: Method, path: string, fields: [string, string][]) => Promise<unknown>][] = [
    ['the method with a form', (method, path, fields) => send(path, { method, body: new URLSearchParams(fields) })],
    [
      'the method with a query',
      (method, path, fields) => send(`${path}?${new URLSearchParams(fields).toString()}`, { method }),
    ],
    [
      'the method with multipart',
      (method, path, fields) => {
        const form = new FormData();
        for (const [name, value] of fields) form.append(name, value);
        return send(path, { method, body: fields.length > 0 ? form : undefined });
      },
    ],
    [
      'POST with method= in a form',
      (method, path, fields) =>
        send(path, { method: 'POST', body: new URLSearchParams([...fields, ['method', method]]) }),
    ],
    [
      'POST with method= first in multipart, and a file that nobody asked for',
      async (method, path, fields) =>
        send(path, { method: 'POST', body: await withFile([['method', method], ...fields], false) }),
    ],
    [
      'POST with method= in a form and the rest in the query',
      (method, path, fields) =>
        send(`${path}?${new URLSearchParams(fields).toString()}`, {
          method: 'POST',
          body: new URLSearchParams([['method', method]]),
        }),
    ],
  ];

  const changes: [string, Method, () => Promise<Change>][] = [
    [
      'PATCH /messages/{message_id}',
      'PATCH',
      async () => {
        const id = await sendDirect(ada, [grace]);
        const look = async () => (await ada.client.succeed('GET', `/messages/${id}`)).raw_content;
        return { path: `/messages/${id}`, parameters: { content: 'ändert & sich' }, look, after: 'ändert & sich' };
      },
    ],
    [
      'DELETE /messages/{message_id}/reactions',
      'DELETE',
      async () => {
        const id = await sendDirect(ada, [grace]);
        await ada.client.succeed('POST', `/messages/${id}/reactions`, { emoji_name: 'octopus' });
        const look = async () => (await ada.client.succeed('GET', `/messages/${id}`)).message.reactions;
        return { path: `/messages/${id}/reactions`, parameters: { emoji_name: 'octopus' }, look, after: [] };
      },
    ],
    [
      'PATCH /settings',
      'PATCH',
      async () => {
        const wanted = unique('Ada');
        const look = async () => (await ada.client.succeed('GET', '/users/me')).full_name;
        return { path: '/settings', parameters: { full_name: wanted }, look, after: wanted };
      },
    ],
    [
      'DELETE /users/me/subscriptions',
      'DELETE',
      async () => {
        const channel = await createChannel(ada);
        await sendToChannel(ada, channel);
        const look = async () =>
          (await ada.client.succeed('GET', `/users/${ada.userId}/subscriptions/${channel.id}`)).is_subscribed;
        return { path: '/users/me/subscriptions', parameters: { subscriptions: [channel.name] }, look, after: false };
      },
    ],
    [
      'PATCH /bots/{bot_id}, which may take a file',
      'PATCH',
      async () => {
        const short_name = unique('b').replaceAll(' ', '');
        const bot = await ada.client.succeed('POST', '/bots', { full_name: unique('Bot'), short_name });
        const wanted = unique('Renamed');
        const look = async () => (await ada.client.succeed('GET', `/users/${bot.user_id}`)).user.full_name;
        return { path: `/bots/${bot.user_id}`, parameters: { full_name: wanted }, look, after: wanted };
      },
    ],
    [
      'PUT /bot_storage',
      'PUT',
      async () => {
        const key = unique('key');
        const bot = await createBot(ada);
        caller = bot;
        const look = async () => (await bot.client.succeed('GET', '/bot_storage', { keys: [key] })).storage[key];
        return { path: '/bot_storage', parameters: { storage: { [key]: '1' } }, look, after: '1' };
      },
    ],
    [
      'DELETE /users/me/avatar, beside a POST that takes a file',
      'DELETE',
      async () => {
        const file = { name: 'a.png', content: await picture(), type: 'image/png' };
        await ada.client.post('/users/me/avatar', {}, { multipart: true, files: { file } });
        const look = async () => (await ada.client.succeed('GET', '/users/me')).avatar_url.split('/avatar/')[0];
        return { path: '/users/me/avatar', parameters: {}, look, after: 'https://secure.gravatar.com' };
      },
    ],
  ];

  describe.each(changes)('%s', (_name, method, prepare) => {
    it.each(shapes)('as %s', async (_shape, request) => {
      const { path, parameters, look, after } = await prepare();
      expect(await look().catch(() => undefined)).not.toEqual(after);
      expect(await request(method, path, textOf(parameters))).toMatchObject({ result: 'success' });
      expect(await look()).toEqual(after);
    });
  });

  it('takes method= and parameters behind a file where the path has no POST', async () => {
    const short_name = unique('b').replaceAll(' ', '');
    const bot = await ada.client.succeed('POST', '/bots', { full_name: unique('Bot'), short_name });
    const full_name = unique('Renamed');
    const body = await withFile(textOf({ full_name, method: 'PATCH' }), true);
    expect(await send(`/bots/${bot.user_id}`, { method: 'POST', body })).toMatchObject({
      result: 'success',
      full_name,
    });
    const deactivation = await withFile([['method', 'DELETE']], true);
    expect(await send(`/bots/${bot.user_id}`, { method: 'POST', body: deactivation })).toMatchObject({
      result: 'success',
    });
    const { user } = await ada.client.succeed('GET', `/users/${bot.user_id}`);
    expect(user.is_active).toBe(false);
  });
});
