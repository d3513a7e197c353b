import { TestCluster, TestResponse, sharedCluster } from '@stoa/testing';
import sharp from 'sharp';
import { expectError } from '../support/expectations';
import { open, picture } from '../support/files';
import { createOrganization } from '../support/organizations';
import { Person, createPerson } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

describe('avatars', () => {
  let cluster: TestCluster;
  let ada: Person;
  let grace: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, grace] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Grace')]);
  });

  const set = (person: Person, ...contents: Uint8Array[]): Promise<TestResponse> =>
    person.client.post(
      '/users/me/avatar',
      {},
      {
        multipart: true,
        files: Object.fromEntries(
          contents.map((content, index) => [`file${index}`, { name: `${index}.png`, content, type: 'image/png' }]),
        ),
      },
    );

  it('are stored in two sizes, and everybody who can access the user hears of it', async () => {
    const queue = await TestQueue.register(grace, { event_types: ['realm_user'] });
    const { status, body } = await set(ada, await picture());
    expect(status).toBe(200);
    expect(body.avatar_url).toMatch(/^\/user_avatars\/\d+\/[0-9a-f]{40}\.png\?version=2$/);
    const isAda = (event: { person?: { user_id?: number } }): boolean => event.person?.user_id === ada.userId;
    const { person } = await queue.next((event) => isEvent('realm_user', 'update')(event) && isAda(event));
    expect(person).toEqual({
      user_id: ada.userId,
      avatar_url: body.avatar_url,
      avatar_url_medium: body.avatar_url.replace('.png', '-medium.png'),
      avatar_source: 'U',
      avatar_version: 2,
    });
    for (const [url, width] of [
      [person.avatar_url, 100],
      [person.avatar_url_medium, 500],
    ]) {
      const image = Buffer.from(await (await fetch(ada.client.baseUrl + url)).arrayBuffer());
      expect(await sharp(image).metadata()).toMatchObject({ width, height: width, format: 'png' });
    }
    expect(await ada.client.succeed('GET', '/users/me')).toMatchObject({
      avatar_url: body.avatar_url,
      avatar_version: 2,
    });
    const redirect = await open(grace.client, `/avatar/${ada.userId}?x=1`);
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, `${body.avatar_url}&x=1`]);
    const medium = await open(ada.client, `/avatar/${ada.email}/medium`);
    expect(medium.headers.get('location')).toBe(person.avatar_url_medium);

    const removed = await ada.client.succeed('DELETE', '/users/me/avatar');
    expect(removed.avatar_url).toContain('https://secure.gravatar.com/avatar/');
    expect(removed.avatar_url).toContain('version=3');
    expect((await open(ada.client.anonymous(), body.avatar_url)).status).toBe(404);
    expect((await ada.client.succeed('DELETE', '/users/me/avatar')).avatar_url).toContain('version=4');
  });

  it('that were replaced are removed', async () => {
    const { avatar_url: first } = (await set(grace, await picture())).body;
    const { avatar_url: second } = (await set(grace, await picture())).body;
    expect([
      (await open(ada.client.anonymous(), first)).status,
      (await open(ada.client.anonymous(), second)).status,
    ]).toEqual([404, 200]);
    expect((await open(ada.client.anonymous(), first.replace('.png', '-medium.png'))).status).toBe(404);
  });

  it('of nobody are identicons, and need a login', async () => {
    const unknown = await open(ada.client, '/avatar/nobody@example.com');
    expect(unknown.headers.get('location')).toContain('https://secure.gravatar.com/avatar/');
    const organization = await createOrganization(cluster);
    expect((await open(organization.anonymous, `/avatar/${organization.owner.userId}`)).status).toBe(401);
  });

  it('refuses what is no image', async () => {
    const text = 'You must upload exactly one avatar.';
    expectError(await set(ada), text);
    expectError(await set(ada, await picture(), await picture()), text);
    expectError(
      await set(ada, Buffer.alloc(5 * 1024 * 1024 + 1)),
      'Uploaded file is larger than the allowed limit of 5 MiB',
    );
    const undecodable = 'Could not decode image; did you upload an image file?';
    expectError(await set(ada, Buffer.from('no image')), undecodable, { code: 'BAD_IMAGE' });
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    expectError(await set(ada, drawing), undecodable, { code: 'BAD_IMAGE' });
    const files = { file: { name: 'a.txt', content: await picture(), type: 'text/plain' } };
    const typed = await ada.client.post('/users/me/avatar', {}, { multipart: true, files });
    expectError(typed, 'Invalid image format', { code: 'BAD_IMAGE' });
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    expectError(await set(ada, bomb), 'Image size exceeds limit.', { code: 'BAD_IMAGE' });
  });

  it('cannot be changed where the organization forbids it, except by administrators', async () => {
    const organization = await createOrganization(cluster);
    await organization.owner.client.succeed('PATCH', '/realm', { avatar_changes_disabled: true });
    const member = await organization.createPerson('Member');
    const text = 'Avatar changes are disabled in this organization.';
    expectError(await set(member, await picture()), text);
    expectError(await member.client.delete('/users/me/avatar'), text);
    expect((await set(organization.owner, await picture())).status).toBe(200);
  });

  it('of spectated organizations are for everybody, by id', async () => {
    const organization = await createOrganization(cluster, { enable_spectator_access: true });
    const { userId } = organization.owner;
    expect((await open(organization.anonymous, `/avatar/${userId}`)).status).toBe(302);
    expect((await open(organization.anonymous, '/avatar/somebody@example.com')).status).toBe(401);
  });
});
