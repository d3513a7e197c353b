import { toPng } from 'jdenticon';
import sharp from 'sharp';
import { TestCluster, sharedCluster } from '@stoa/testing';
import { inDatabase } from '../support/database';
import { open, picture } from '../support/files';
import { Organization, createOrganization } from '../support/organizations';
import { Person, addPerson, createBot } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

const PATH = /^\/user_avatars\/\d+\/[0-9a-f]{40}\.png\?version=1$/;

describe('levels 456 and 466: avatars that the service draws', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let member: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    member = await organization.createPerson('Member');
    await owner.client.succeed('PATCH', '/realm', { default_avatar_source: 'J' });
  });

  const avatarOf = async (person: Person, parameters = {}) =>
    (await member.client.succeed('GET', `/users/${person.userId}`, parameters)).user.avatar_url;
  const pixels = (image: Buffer, width: number) => sharp(image).resize(width, width).ensureAlpha().raw().toBuffer();

  it('level 456: new accounts have one if the organization says so, others keep theirs', async () => {
    const queue = await TestQueue.register(member, { event_types: ['realm_user'] });
    const drawn = await addPerson(owner, 'Drawn');
    const bot = await createBot(owner);
    const { person } = await queue.next(isEvent('realm_user', 'add'));
    expect(person.avatar_url).toMatch(PATH);
    for (const account of [drawn, bot]) {
      expect(await avatarOf(account, { client_gravatar: true })).toMatch(PATH);
    }
    expect(await avatarOf(member, { client_gravatar: false })).toContain('gravatar');
    const state = await drawn.client.succeed('POST', '/register', { fetch_event_types: ['realm', 'realm_user'] });
    expect(state).toMatchObject({ realm_default_avatar_source: 'J', avatar_source: 'J' });
    expect(state.realm_uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await owner.client.patch('/realm', { default_avatar_source: 'X' })).body).toMatchObject({
      msg: 'Invalid default_avatar_source',
    });
  });

  it('level 466: is the drawing that clients compute of the organization and the account, in two sizes', async () => {
    const drawn = await addPerson(owner, 'Drawn');
    const { realm_uuid: uuid } = await drawn.client.succeed('POST', '/register', { fetch_event_types: ['realm'] });
    const url = await avatarOf(drawn);
    const location = (await open(member.client, `/avatar/${drawn.userId}/medium`)).headers.get('location');
    expect(location).toBe(url.replace('.png', '-medium.png'));
    const lightness = { color: [0.3, 0.7], grayscale: [0.3, 0.7] };
    for (const [path, width] of [
      [url, 100],
      [location, 500],
    ] as const) {
      const answer = await fetch(organization.anonymous.baseUrl + String(path));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/png');
      const image = Buffer.from(await answer.arrayBuffer());
      expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width, height: width });
      const expected = toPng(`${uuid}:${drawn.userId}`, width, { padding: 0, lightness });
      const [seen, wanted] = [await pixels(image, 25), await pixels(expected, 25)];
      const distance = seen.reduce((sum, value, index) => sum + Math.abs(value - (wanted[index] ?? 0)), 0);
      expect(distance / seen.length).toBeLessThan(8);
    }
    const stranger = url.replace(/[0-9a-f]{40}/, 'a'.repeat(40));
    expect((await open(organization.anonymous, stranger)).status).toBe(404);
  });

  it('level 466: comes back when an uploaded one is removed', async () => {
    const person = await addPerson(owner, 'Person');
    const first = await avatarOf(person);
    const queue = await TestQueue.register(person, { event_types: ['realm_user'] });
    const files = { file: { name: 'a.png', content: await picture(), type: 'image/png' } };
    expect((await person.client.post('/users/me/avatar', {}, { multipart: true, files })).status).toBe(200);
    expect((await queue.next(isEvent('realm_user', 'update'))).person.avatar_source).toBe('U');
    const { avatar_url: again } = await person.client.succeed('DELETE', '/users/me/avatar');
    expect((await queue.next(isEvent('realm_user', 'update'))).person).toMatchObject({
      ...{ user_id: person.userId, avatar_source: 'J', avatar_url: again },
    });
    expect(again).not.toBe(first);
    expect((await open(organization.anonymous, again)).status).toBe(200);
    await owner.client.succeed('PATCH', '/realm', { default_avatar_source: 'G' });
    await person.client.succeed('DELETE', '/users/me/avatar');
    expect(await avatarOf(person, { client_gravatar: false })).toContain('gravatar');
    await owner.client.succeed('PATCH', '/realm', { default_avatar_source: 'J' });
  });

  it('level 466: is drawn of nobody whose avatar is another', async () => {
    const key = 'b'.repeat(40);
    await inDatabase(cluster, (database) =>
      database.query('test_avatar_of_another_source', 'UPDATE account SET avatar_key = $2 WHERE id = $1', [
        member.userId,
        key,
      ]),
    );
    expect((await open(organization.anonymous, `/user_avatars/${organization.id}/${key}.png`)).status).toBe(404);
  });
});
