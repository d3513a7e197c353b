import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import type { Channel } from '../support/channels';
import { picture } from '../support/files';
import { createGroup } from '../support/groups';
import { fetchNewest, fetchOne, sendDirect, sendToChannel } from '../support/messages';
import { createOrganization } from '../support/organizations';
import type { Organization } from '../support/organizations';
import { type Person, unique } from '../support/people';
import { makeDue } from '../support/scheduled-messages';
import { type ClientEvent, TestQueue, isEvent } from '../support/test-queue';

const FORMULA = '$$\\frac{needle}{2}$$';

/** One renderer, with what it needs to know, wherever markup is shown (markdown.md 15 to 17). */
describe('markup', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let ada: Person;
  let channel: Channel;
  /** Something of every kind that depends on the organization, on one line. */
  let markup: string;
  let html: string;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    ada = await organization.createPerson('Ada');
    channel = await createChannel(owner, [ada]);
    const { name: group } = await createGroup(owner, [ada]);
    await owner.client.succeed('POST', '/realm/filters', {
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://bugs.example.net/{id}',
    });
    const files = { file: { name: 'cat.png', type: 'image/png', content: await picture(64, 64) } };
    await owner.client.post('/realm/emoji/party_cat', {}, { multipart: true, files });
    markup = `**bold** @**${ada.fullName}** @_*${group}* #**${channel.name}** :party_cat: #42 :tada: $$x^2$$ <time:2026-03-05>`;
    html = (await owner.client.succeed('POST', '/messages/render', { content: markup })).rendered;
  });

  it('is complete in a preview', () => {
    for (const part of [
      '<strong>bold</strong>',
      `<span class="user-mention" data-user-id="${ada.userId}">@${ada.fullName}</span>`,
      'class="user-group-mention silent"',
      `<a class="stream" data-stream-id="${channel.id}"`,
      '<img alt=":party_cat:" class="emoji" src="/user_avatars/',
      '<a href="https://bugs.example.net/42">#42</a>',
      'class="emoji emoji-1f389"',
      '<span class="katex">',
      '<time datetime="2026-03-05T00:00:00Z">',
    ]) {
      expect(html).toContain(part);
    }
  });

  it('is the same in messages, events, edits and their history', async () => {
    const queue = await TestQueue.register(ada, { apply_markdown: true });
    const id = await sendToChannel(owner, channel, { content: markup });
    expect((await queue.message(id)).message.content).toBe(html);
    expect((await fetchOne(ada, id)).content).toBe(html);
    await owner.client.succeed('PATCH', `/messages/${id}`, { content: 'plain' });
    await owner.client.succeed('PATCH', `/messages/${id}`, { content: markup });
    await queue.next(isEvent('update_message'));
    expect(await queue.next(isEvent('update_message'))).toMatchObject({ content: markup, rendered_content: html });
    const { message_history: history } = await ada.client.succeed('GET', `/messages/${id}/history`);
    expect(history.map((entry: { rendered_content: string }) => entry.rendered_content)).toEqual([
      html,
      '<p>plain</p>',
      html,
    ]);
    const direct = await sendDirect(owner, [ada], { content: markup });
    expect((await fetchOne(ada, direct)).content).toBe(html);
  });

  it('keeps formulas whole in differences and in what a search found', async () => {
    const id = await sendToChannel(owner, channel, { content: `a needle ${FORMULA} old` });
    await owner.client.succeed('PATCH', `/messages/${id}`, { content: `a needle ${FORMULA} new` });
    const formula = /<span class="katex">.*<\/span>/s.exec((await fetchOne(ada, id)).content)?.[0] ?? 'none';
    const { message_history: history } = await ada.client.succeed('GET', `/messages/${id}/history`);
    const difference = history.at(-1).content_html_diff;
    expect(difference).toContain(formula);
    expect(difference).toContain('<span class="highlight_text_inserted">new</span>');
    const narrow = [
      { operator: 'channel', operand: channel.id },
      { operator: 'search', operand: 'needle' },
    ];
    const [found] = await fetchNewest(ada, narrow);
    expect(found.id).toBe(id);
    expect(found.match_content).toBe(`<p>a <span class="highlight">needle</span> ${formula} new</p>`);
  });

  it('is the same in scheduled messages, and when they are delivered', async () => {
    const queue = await TestQueue.register(ada, { apply_markdown: true });
    const { scheduled_message_id: id } = await owner.client.succeed('POST', '/scheduled_messages', {
      type: 'channel',
      to: channel.id,
      topic: 'later',
      content: markup,
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 3_600,
    });
    const { scheduled_messages: scheduled } = await owner.client.succeed('GET', '/scheduled_messages');
    expect(scheduled).toMatchObject([{ scheduled_message_id: id, rendered_content: html }]);
    await makeDue(cluster, ada, [id]);
    const isDelivered = (event: ClientEvent) => event.type === 'message' && event.message.subject === 'later';
    expect((await queue.next(isDelivered)).message.content).toBe(html);
  });

  it('is the same in descriptions of channels, folders and the organization', async () => {
    const queue = await TestQueue.register(ada);
    const { subscriptions } = await owner.client.succeed('GET', '/users/me/subscriptions');
    expect(subscriptions).toContainEqual(expect.objectContaining({ stream_id: channel.id }));
    await owner.client.succeed('PATCH', `/streams/${channel.id}`, { description: markup });
    expect(await queue.next(isEvent('stream', 'update'))).toMatchObject({ value: markup, rendered_description: html });
    await owner.client.succeed('POST', '/channel_folders/create', { name: unique('folder'), description: markup });
    expect(await queue.next(isEvent('channel_folder', 'add'))).toMatchObject({
      channel_folder: { description: markup, rendered_description: html },
    });
    await owner.client.succeed('PATCH', '/realm', { description: markup });
    // The gateway's copy of what it shows without an account is a little old.
    await eventually(
      async () => (await organization.anonymous.succeed('GET', '/server_settings')).realm_description === html,
    );
  });

  it('is the same in profile fields, without effect', async () => {
    const { id } = await owner.client.succeed('POST', '/realm/profile_fields', { field_type: 2, name: 'About' });
    const queue = await TestQueue.register(ada);
    await owner.client.succeed('PATCH', '/users/me/profile_data', { data: [{ id, value: markup }] });
    const { person } = await queue.next((event) => event.person?.custom_profile_field !== undefined);
    expect(person.custom_profile_field).toEqual({ id, value: markup, rendered_value: html });
    const { user } = await ada.client.succeed('GET', `/users/${owner.userId}`, { include_custom_profile_fields: true });
    expect(user.profile_data).toMatchObject({ [id]: { value: markup, rendered_value: html } });
  });

  it('links only to channels that the author can read', async () => {
    const secret = await createChannel(owner, [], { invite_only: true });
    const content = `#**${secret.name}**`;
    const literal = `<p>#<strong>${secret.name}</strong></p>`;
    expect((await ada.client.succeed('POST', '/messages/render', { content })).rendered).toBe(literal);
    const { id } = await owner.client.succeed('POST', '/realm/profile_fields', { field_type: 2, name: 'Where' });
    const valueOf = async (person: Person): Promise<string> => {
      await person.client.succeed('PATCH', '/users/me/profile_data', { data: [{ id, value: content }] });
      return (await person.client.succeed('GET', '/users/me')).profile_data[id].rendered_value;
    };
    expect(await valueOf(ada)).toBe(literal);
    expect(await valueOf(owner)).toContain(`data-stream-id="${secret.id}"`);
  });
});
