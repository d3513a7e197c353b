import { TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { systemGroups } from '../support/groups';
import { picture, upload } from '../support/files';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';

const CODE = '```\nx\n```';
const IMAGE = 'https://pics.example.net/c.png';

/** What the HTML of messages takes from the organization and its people (markdown.md). */
describe('rendering', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;

  const rendered = async (person: Person, content: string): Promise<string> =>
    (await person.client.succeed('POST', '/messages/render', { content })).rendered;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
  });

  it('translates emoticons for authors who want it', async () => {
    const person = await organization.createPerson('Ada');
    expect(await rendered(person, 'hi :)')).toBe('<p>hi :)</p>');
    await person.client.succeed('PATCH', '/settings', { translate_emoticons: true });
    expect(await rendered(person, 'hi :)')).toBe(
      '<p>hi <span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span></p>',
    );
    expect(await rendered(owner, 'hi :)')).toBe('<p>hi :)</p>');
  });

  it('takes the language of code from the organization, and its wish for previews', async () => {
    const own = await createOrganization(cluster);
    expect(await rendered(own.owner, CODE)).toBe(
      '<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>',
    );
    expect(await rendered(own.owner, IMAGE)).toContain('<div class="message_inline_image">');
    await own.owner.client.succeed('PATCH', '/realm', {
      default_code_block_language: 'python',
      inline_image_preview: false,
    });
    expect(await rendered(own.owner, CODE)).toContain('data-code-language="Python"');
    expect(await rendered(own.owner, IMAGE)).toBe(`<p><a href="${IMAGE}">${IMAGE}</a></p>`);
  });

  it('typesets formulas', async () => {
    expect(await rendered(owner, '$$x^2$$')).toMatch(/^<p><span class="katex">.*<\/span><\/p>$/);
  });

  it('previews uploaded images by thumbnails, and finds them as images', async () => {
    const channel = await createChannel(owner);
    const files = { file: { name: 'f.png', type: 'image/png', content: await picture(1200, 800) } };
    const { url } = (await upload(owner, files)).body;
    const id = await sendToChannel(owner, channel, { content: `[f.png](${url})` });
    await sendToChannel(owner, channel, { content: 'no image' });
    const narrow = [
      { operator: 'channel', operand: channel.id },
      { operator: 'has', operand: 'image' },
    ];
    const [message, ...others] = await fetchNewest(owner, narrow);
    expect([message.id, others]).toEqual([id, []]);
    const thumbnail = `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;
    expect(message.content).toContain(
      `<img data-original-content-type="image/png" data-original-dimensions="1200x800" src="${thumbnail}">`,
    );
    await owner.client.succeed('PATCH', `/messages/${id}`, { content: 'gone' });
    expect(await fetchNewest(owner, narrow)).toEqual([]);
  });

  it('names nobody whom a limited guest cannot access', async () => {
    const own = await createOrganization(cluster);
    const roles = await systemGroups(own.owner);
    await own.owner.client.succeed('PATCH', '/realm', { can_access_all_users_group: { new: roles['role:members'] } });
    const [ada, guest] = [await own.createPerson('Ada'), await own.createPerson('Gus', 600)];
    for (const { client } of [ada, guest]) {
      const { subscriptions } = await client.succeed('GET', '/users/me/subscriptions');
      const names = subscriptions.map(({ name }: { name: string }) => name);
      await client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: names });
    }
    const content = `@**${ada.fullName}** @_**|${ada.userId}** @**${guest.fullName}**`;
    const hidden = await rendered(guest, content);
    expect(hidden).not.toContain(`data-user-id="${ada.userId}"`);
    expect(hidden).toContain(`data-user-id="${guest.userId}"`);
    await sendDirect(ada, [guest]);
    expect(await rendered(guest, content)).toContain(`data-user-id="${ada.userId}"`);
  });
});
