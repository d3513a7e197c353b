import { TestCluster, TestResponse, sharedCluster } from '@stoa/testing';
import sharp from 'sharp';
import { expectError } from '../support/expectations';
import { open, picture } from '../support/files';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

describe('icon and logos of an organization', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let member: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    member = await organization.createPerson('Member');
  });

  const post = (person: Person, path: string, contents: Uint8Array[], parameters = {}): Promise<TestResponse> =>
    person.client.post(path, parameters, {
      multipart: true,
      files: Object.fromEntries(
        contents.map((content, index) => [`f${index}`, { name: 'image.png', content, type: 'image/png' }]),
      ),
    });
  const imageAt = async (url: string) =>
    sharp(Buffer.from(await (await fetch(organization.anonymous.baseUrl + url)).arrayBuffer())).metadata();
  const redirect = (person: Person, path: string) => open(person.client, `/api/v1${path}`);

  it('the icon changes and goes back', async () => {
    const queue = await TestQueue.register(member, { event_types: ['realm'] });
    const { body } = await post(owner, '/realm/icon', [await picture()]);
    const icon_url = `/user_avatars/${organization.id}/realm/icon.png?version=2`;
    expect(body.icon_url).toBe(icon_url);
    const event = await queue.next(isEvent('realm', 'update_dict'));
    expect(event).toMatchObject({ property: 'icon', data: { icon_source: 'U', icon_url } });
    expect(await imageAt(icon_url)).toMatchObject({ format: 'png', width: 100, height: 100 });
    expect((await redirect(member, '/realm/icon?a=b')).headers.get('location')).toBe(`${icon_url}&a=b`);
    expect(await organization.anonymous.succeed('GET', '/server_settings')).toMatchObject({
      realm_icon: expect.stringMatching(/icon|gravatar/),
    });
    const removed = await owner.client.succeed('DELETE', '/realm/icon');
    expect(removed.icon_url).toMatch(/gravatar.*version=3/);
    expect((await queue.next(isEvent('realm', 'update_dict'))).data.icon_source).toBe('G');
  });

  it('the files of replaced images are removed', async () => {
    const own = await createOrganization(cluster);
    const put = async (path: string, parameters = {}) =>
      expect((await post(own.owner, path, [await picture()], parameters)).status).toBe(200);
    const statusesOf = (name: string, ...versions: number[]) =>
      Promise.all(
        versions.map(async (version) => {
          const url = `/user_avatars/${own.id}/realm/${name}.png?version=${version}`;
          return (await fetch(own.anonymous.baseUrl + url)).status;
        }),
      );
    await put('/realm/icon');
    await put('/realm/logo', { night: false });
    await put('/realm/icon');
    expect(await statusesOf('icon', 2, 3)).toEqual([404, 200]);
    expect(await statusesOf('logo', 2)).toEqual([200]);
    await own.owner.client.succeed('DELETE', '/realm/icon');
    await put('/realm/logo', { night: false });
    expect(await statusesOf('icon', 2, 3)).toEqual([404, 404]);
    expect(await statusesOf('logo', 2, 3)).toEqual([404, 200]);
  });

  it.each([
    [false, 'logo'],
    [true, 'night_logo'],
  ])('night %s changes the %s', async (night, name) => {
    const queue = await TestQueue.register(member, { event_types: ['realm'] });
    expect((await post(owner, '/realm/logo', [await picture(1600, 100)], { night })).status).toBe(200);
    const url = `/user_avatars/${organization.id}/realm/${name}.png?version=2`;
    const event = await queue.next(isEvent('realm', 'update_dict'));
    expect(event).toMatchObject({ property: name, data: { [`${name}_source`]: 'U', [`${name}_url`]: url } });
    expect(await imageAt(url)).toMatchObject({ format: 'png', width: 800, height: 50 });
    expect((await redirect(member, `/realm/logo?night=${night}`)).headers.get('location')).toContain(url);
    await owner.client.succeed('DELETE', '/realm/logo', { night });
    expect((await queue.next(isEvent('realm', 'update_dict'))).data[`${name}_source`]).toBe('D');
  });

  it('are for administrators, one image at a time', async () => {
    const image = await picture();
    const denied = { code: 'UNAUTHORIZED_PRINCIPAL' };
    expectError(await post(member, '/realm/icon', [image]), 'Must be an organization administrator', denied);
    expectError(await member.client.delete('/realm/icon'), 'Must be an organization administrator', denied);
    const logo = { night: false };
    expectError(await post(member, '/realm/logo', [image], logo), 'Must be an organization administrator', denied);
    expectError(await member.client.delete('/realm/logo', logo), 'Must be an organization administrator', denied);
    expectError(await post(owner, '/realm/icon', []), 'You must upload exactly one icon.');
    expectError(await post(owner, '/realm/icon', [image, image]), 'You must upload exactly one icon.');
    expectError(await post(owner, '/realm/logo', [], { night: true }), 'You must upload exactly one logo.');
    expectError(await post(owner, '/realm/logo', [image]), "Missing 'night' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'night',
    });
    expectError(
      await post(owner, '/realm/icon', [Buffer.from('x')]),
      'Could not decode image; did you upload an image file?',
      { code: 'BAD_IMAGE' },
    );
    expectError(
      await post(owner, '/realm/icon', [Buffer.alloc(5 * 1024 * 1024 + 1)]),
      'Uploaded file is larger than the allowed limit of 5 MiB',
    );
  });
});
