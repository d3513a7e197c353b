import { Parameters, TestCluster, TestResponse, sharedCluster } from '@stoa/testing';
import { FormData } from 'undici';
import { expectError } from '../support/expectations';
import { picture } from '../support/files';
import { sendDirect } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, createPerson, unique } from '../support/people';
import { rawRequest } from '../support/raw-request';
import { TestQueue } from '../support/test-queue';

const UPLOADED = /^\/user_avatars\/\d+\/[0-9a-f]{40}\.png\?version=\d+$/;
const GENERATED = 'https://secure.gravatar.com/avatar/';
const NOT_AN_IMAGE = 'Could not decode image; did you upload an image file?';

describe('avatars of bots', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let ada: Person;
  let grace: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    [ada, grace] = [await organization.createPerson('Ada'), await organization.createPerson('Grace')];
  });

  const named = (): Parameters => ({ full_name: unique('Bot'), short_name: unique('b').replaceAll(' ', '') });
  const send = (
    person: Person,
    method: 'POST' | 'PATCH',
    path: string,
    parameters: Parameters,
    ...contents: Uint8Array[]
  ): Promise<TestResponse> => {
    const files = contents.map((content, at) => [`file-${at}`, { name: `${at}.png`, content, type: 'image/png' }]);
    return person.client.request(method, path, parameters, { multipart: true, files: Object.fromEntries(files) });
  };

  it('come with the new bot', async () => {
    const queue = await TestQueue.register(ada, { event_types: ['realm_user', 'realm_bot', 'message'] });
    const { status, body } = await send(ada, 'POST', '/bots', named(), await picture());
    expect([status, body.avatar_url]).toEqual([200, expect.stringMatching(UPLOADED)]);
    const events = await queue.untilMessage(await sendDirect(grace, [ada]));
    expect(events.slice(0, -1)).toEqual([
      expect.objectContaining({ type: 'realm_user', op: 'add', person: expect.objectContaining(avatarOf(body)) }),
      expect.objectContaining({
        type: 'realm_bot',
        op: 'add',
        bot: expect.objectContaining({ user_id: body.user_id }),
      }),
    ]);
    const { user } = await grace.client.succeed('GET', `/users/${body.user_id}`);
    expect(user.avatar_url).toBe(body.avatar_url);
    const { body: plain } = await send(ada, 'POST', '/bots', named());
    expect(plain.avatar_url).toContain(GENERATED);
  });

  it('are replaced by the owner', async () => {
    const { body: bot } = await send(ada, 'POST', '/bots', named());
    const queue = await TestQueue.register(ada, { event_types: ['realm_user', 'realm_bot', 'message'] });
    const { status, body } = await send(ada, 'PATCH', `/bots/${bot.user_id}`, {}, await picture());
    expect([status, body.avatar_url]).toEqual([200, expect.stringMatching(UPLOADED)]);
    const events = await queue.untilMessage(await sendDirect(grace, [ada]));
    expect(events.slice(0, -1)).toEqual([
      expect.objectContaining({
        type: 'realm_user',
        op: 'update',
        person: {
          user_id: bot.user_id,
          avatar_url: body.avatar_url,
          avatar_url_medium: body.avatar_url.replace('.png', '-medium.png'),
          avatar_source: 'U',
          avatar_version: 2,
        },
      }),
    ]);
    const { body: renamed } = await send(ada, 'PATCH', `/bots/${bot.user_id}`, { full_name: unique('Renamed') });
    expect(renamed.avatar_url).toBe(body.avatar_url);
    const { body: again } = await send(ada, 'PATCH', `/bots/${bot.user_id}`, {}, await picture(50, 50));
    expect(again.avatar_url).not.toBe(body.avatar_url);
  });

  it('are replaced the way browsers do it: a POST whose last field names the method', async () => {
    const tim = await createPerson(cluster, 'Tim');
    const { body: bot } = await send(tim, 'POST', '/bots', named());
    const form = new FormData();
    form.append('file-0', new Blob([new Uint8Array(await picture())], { type: 'image/png' }), 'a.png');
    const name = unique('Renamed');
    form.append('full_name', name);
    form.append('method', 'PATCH');
    const answer = await rawRequest(tim.client, `/api/v1/bots/${bot.user_id}`, {
      method: 'POST',
      body: form,
    });
    expect(JSON.parse(answer.text)).toMatchObject({
      result: 'success',
      full_name: name,
      avatar_url: expect.stringMatching(UPLOADED),
    });
  });

  it('are refused, and nothing is done then', async () => {
    const { body: bot } = await send(ada, 'POST', '/bots', named());
    const image = await picture();
    const broken = Buffer.from('no image');
    const large = Buffer.alloc(5 * 1024 * 1024 + 1);
    const full_name = unique('Never');
    for (const [method, path, parameters] of [
      ['POST', '/bots', { ...named(), full_name }],
      ['PATCH', `/bots/${bot.user_id}`, { full_name }],
    ] as const) {
      expectError(await send(ada, method, path, parameters, image, image), 'You may only upload one file at a time');
      expectError(await send(ada, method, path, parameters, broken), NOT_AN_IMAGE, { code: 'BAD_IMAGE' });
      expectError(
        await send(ada, method, path, parameters, large),
        'Uploaded file is larger than the allowed limit of 5 MiB',
      );
    }
    const { bots } = await ada.client.succeed('GET', '/bots');
    expect(bots.map((one: { full_name: string }) => one.full_name)).not.toContain(full_name);
    expectError(await send(grace, 'PATCH', `/bots/${bot.user_id}`, {}, image), 'Insufficient permission');
    expectError(await send(ada, 'PATCH', `/bots/${ada.userId}`, {}, image), 'No such bot');
  });
});

function avatarOf({ user_id, avatar_url }: { user_id: number; avatar_url: string }): object {
  return { user_id, avatar_url };
}
