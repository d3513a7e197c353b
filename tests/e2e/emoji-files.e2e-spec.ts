import { RequestOptions, TestCluster, TestResponse, sharedCluster } from '@stoa/testing';
import sharp from 'sharp';
import { expectError } from '../support/expectations';
import { movingPicture, open, picture } from '../support/files';
import { sendDirect } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

type Files = NonNullable<RequestOptions['files']>;

describe('custom emoji', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let member: Person;
  let other: Person;
  let guest: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    member = await organization.createPerson('Member');
    other = await organization.createPerson('Other');
    guest = await organization.createPerson('Guest', 600);
  });

  const image = (content: Uint8Array, type = 'image/png'): Files => ({ file: { name: 'image', content, type } });
  const add = (person: Person, name: string, files: Files): Promise<TestResponse> =>
    person.client.post(`/realm/emoji/${encodeURIComponent(name)}`, {}, { multipart: true, files });
  const table = async (person: Person) =>
    Object.values<Record<string, unknown>>((await person.client.succeed('GET', '/realm/emoji')).emoji);

  it('are added, told, drawn in messages, deactivated and added again', async () => {
    const queue = await TestQueue.register(guest, { event_types: ['realm_emoji'] });
    expect((await add(member, ' party parrot', image(await picture()))).status).toBe(200);
    const { realm_emoji: told } = await queue.next(isEvent('realm_emoji', 'update'));
    const [emoji] = Object.values<Record<string, unknown>>(told).filter(({ name }) => name === 'party_parrot');
    expect(emoji).toMatchObject({ author_id: member.userId, deactivated: false, still_url: null });
    expect((await guest.client.succeed('GET', '/realm/emoji')).emoji).toEqual(told);
    expect(
      (await member.client.succeed('POST', '/register', { fetch_event_types: ['realm_emoji'] })).realm_emoji,
    ).toEqual(told);
    expect((await open(organization.anonymous, String(emoji?.source_url))).headers.get('content-type')).toBe(
      'image/png',
    );

    const id = await sendDirect(member, [other], { content: ':party_parrot:' });
    const { message } = await member.client.succeed('GET', `/messages/${id}`);
    expect(message.content).toContain(`src="${String(emoji?.source_url)}"`);

    await member.client.succeed('DELETE', '/realm/emoji/party_parrot');
    const { realm_emoji: after } = await queue.next(isEvent('realm_emoji', 'update'));
    expect(after[String(emoji?.id)]).toMatchObject({ deactivated: true });
    expect((await add(other, 'party_parrot', image(await picture()))).status).toBe(200);
    expect((await table(member)).filter(({ name }) => name === 'party_parrot')).toHaveLength(2);
  });

  it('that move keep moving and have a still', async () => {
    expect((await add(member, 'moving', image(await movingPicture(), 'image/gif'))).status).toBe(200);
    const [emoji] = (await table(member)).filter(({ name }) => name === 'moving');
    const { anonymous } = organization;
    const get = async (url: unknown) =>
      sharp(Buffer.from(await (await fetch(anonymous.baseUrl + String(url))).arrayBuffer()), {
        animated: true,
      }).metadata();
    expect(await get(emoji?.source_url)).toMatchObject({ format: 'gif', width: 64, pages: 2 });
    expect(await get(emoji?.still_url)).toMatchObject({ format: 'png', width: 64, height: 64 });
  });

  it('refuse names, people and images in the documented order', async () => {
    const good = image(await picture());
    expectError(await add(guest, 'x', good), 'Not allowed for guest users');
    expectError(await add(member, 'ends-', good), 'Emoji names must end with either a letter or digit.');
    expectError(await add(member, ' ', good), 'Emoji name is missing');
    expectError(
      await add(member, 'Größe', good),
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
    );
    expect((await add(member, 'taken', good)).status).toBe(200);
    expectError(await add(other, 'taken', {}), 'A custom emoji with this name already exists.');
    expectError(await add(member, 'heart', {}), 'You must upload exactly one file.');
    expectError(await add(member, 'two', { a: good.file!, b: good.file! }), 'You must upload exactly one file.');
    expectError(await add(member, 'heart', good), 'Only administrators can override default emoji.');
    expect((await add(owner, 'heart', good)).status).toBe(200);
    expectError(
      await add(member, 'large', image(Buffer.alloc(5 * 1024 * 1024 + 1))),
      'Uploaded file is larger than the allowed limit of 5 MiB',
    );
    expectError(await add(member, 'text', image(Buffer.from('x'), 'text/plain')), 'Invalid image format', {
      code: 'BAD_IMAGE',
    });
    expectError(
      await add(member, 'none', image(Buffer.from('x'))),
      'Could not decode image; did you upload an image file?',
      { code: 'BAD_IMAGE' },
    );
    const whole = await sharp(Buffer.from(Array.from({ length: 90_000 }, (_, index) => (index * 7919) % 251)), {
      raw: { width: 200, height: 150, channels: 3 },
    })
      .png()
      .toBuffer();
    expectError(
      await add(member, 'half', image(whole.subarray(0, whole.length / 2))),
      'Image is corrupted or truncated',
      {
        code: 'BAD_IMAGE',
      },
    );
  });

  it('refuse what unpacks to too many pixels, and animations that stay too large', async () => {
    const vast = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    expectError(await add(member, 'vast', image(vast)), 'Image size exceeds limit.', { code: 'BAD_IMAGE' });
    const frame = (at: number) =>
      sharp(Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, index) => ((index + at) * 7919 * (at + 3)) % 251)), {
        raw: { width: 64, height: 64, channels: 3 },
      })
        .png()
        .toBuffer();
    const frames = await Promise.all(Array.from({ length: 80 }, (_, at) => frame(at)));
    const restless = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expectError(await add(member, 'restless', image(restless, 'image/gif')), 'Image size exceeds limit', {
      code: 'BAD_IMAGE',
    });
  });

  it('are added by whom the organization lets, and removed by authors and administrators', async () => {
    const own = await createOrganization(cluster);
    const [owner, member, other] = [own.owner, await own.createPerson('Member'), await own.createPerson('Other')];
    expect((await add(member, 'my_own', image(await picture()))).status).toBe(200);
    expectError(
      await other.client.delete('/realm/emoji/my_own'),
      'Must be an organization administrator or emoji author',
    );
    await owner.client.succeed('DELETE', '/realm/emoji/my_own');
    expectError(await owner.client.delete('/realm/emoji/my_own'), "Emoji 'my_own' does not exist", { status: 404 });
    const { user_groups: groups } = await owner.client.succeed('GET', '/user_groups');
    const administrators = groups.find(({ name }: { name: string }) => name === 'role:administrators').id;
    await owner.client.succeed('PATCH', '/realm', { can_add_custom_emoji_group: { new: administrators } });
    expectError(await add(member, 'later', image(await picture())), 'Insufficient permission');
    expect((await add(owner, 'later', image(await picture()))).status).toBe(200);
  });
});
