import { eventually, sharedCluster } from '@stoa/testing';
import { type Channel, createChannel } from '../support/channels';
import { sendToChannel } from '../support/messages';
import type { Person } from '../support/people';
import { type ClientPage, addressOf } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('going with a conversation in a browser', () => {
  let organization: WebOrganization;
  let writer: Person;
  let mover: Person;
  let channel: Channel;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    mover = organization.owner;
    writer = await organization.createPerson('Writer');
    channel = await createChannel(mover, [writer]);
  });

  const move = (id: number, topic: string) =>
    mover.client.succeed('PATCH', `/messages/${id}`, { topic, propagate_mode: 'change_all' });

  it('follows a topic that is renamed, with what is being written to it, and finds its old links', async () => {
    const first = await sendToChannel(mover, channel, { topic: 'draft name', content: 'What is it called?' });
    const client = await visits.open(writer, addressOf.topic(channel, 'draft name'));
    await client.message(first).waitFor();
    await client.compose.pressSequentially('half a sen');
    await move(first, 'final name');
    await client.page.waitForURL((url) => url.hash.includes('final'));
    await client.message(first).waitFor();
    await client.page.getByText(`moved the topic to #${channel.name} › final name`).waitFor();
    await client.page.keyboard.type('tence');
    expect(await client.compose.inputValue()).toBe('half a sentence');
    await client.page.locator('h1', { hasText: 'final name' }).waitFor();

    await client.goTo('#inbox');
    await client.goTo(`${addressOf.topic(channel, 'draft name')}/near/${first}`);
    await client.page.waitForURL((url) => url.hash.includes('final') && url.hash.endsWith(`/near/${first}`));
    await client.message(first).waitFor();
  });

  it('says that a message of a link is not there', async () => {
    const client = await visits.open(writer, `${addressOf.topic(channel, 'nowhere')}/near/2000000000`);
    await client.page.getByText('This message does not exist, or you cannot see it.').waitFor();
  });

  it('keeps the formatting of what is pasted, and gives the plain text back', async () => {
    const client = await visits.open(writer, addressOf.topic(channel, 'pasting'));
    await client.compose.click();
    await client.page.evaluate(`{
      const data = new DataTransfer();
      data.setData('text/plain', 'a bold word');
      data.setData('text/html', '<p style="color: red">a <b>bold</b> word</p>');
      document.querySelector('.compose textarea').dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }`);
    await eventually(async () => (await client.compose.inputValue()) === 'a **bold** word');
    await client.compose.press('ControlOrMeta+z');
    expect(await client.compose.inputValue()).toBe('a bold word');
  });

  it('moves messages by the dialog, which says to who may not who may', async () => {
    const { user_groups: groups } = await mover.client.succeed('GET', '/user_groups', {
      include_deactivated_groups: false,
    });
    const nobody = groups.find(({ name }: { name: string }) => name === 'role:nobody').id;
    const movers = { direct_members: [mover.userId], direct_subgroups: [] };
    await mover.client.succeed('PATCH', '/realm', {
      can_move_messages_between_channels_group: { new: movers },
      can_move_messages_between_topics_group: { new: nobody },
    });
    const id = await sendToChannel(writer, channel, { topic: 'misplaced', content: 'Where does it belong?' });
    const [hers, his] = [
      await visits.open(mover, addressOf.topic(channel, 'misplaced')),
      await visits.open(writer, addressOf.topic(channel, 'misplaced')),
    ];
    const dialogOf = async (client: ClientPage) => {
      await client.message(id).focus();
      await client.page.keyboard.press('m');
      return client.page.getByRole('dialog', { name: 'Move messages' });
    };
    const refused = await dialogOf(his);
    const [moving, renaming] = [0, 1].map((position) => refused.locator('.dialog-note').nth(position));
    // Who they are is loaded, for each of the two.
    for (const note of [moving, renaming]) await note?.filter({ hasText: 'Who may' }).waitFor();
    expect(await moving?.innerText()).toMatch(
      /^You may not move messages out of this channel\. Who may: .*Administrators/,
    );
    expect(await moving?.innerText()).toContain(mover.fullName);
    expect(await renaming?.innerText()).toMatch(/^You may not give messages another topic here\. Who may: /);
    expect(await refused.getByRole('combobox', { name: 'Topic' }).isDisabled()).toBe(true);
    expect(await refused.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true);

    const dialog = await dialogOf(hers);
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('its place');
    await dialog.getByLabel('Only this message').check();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await hers.goTo(addressOf.topic(channel, 'its place'));
    await hers.message(id).waitFor();
  });

  it('renames a topic in its place for everybody', async () => {
    const id = await sendToChannel(mover, channel, { topic: 'first try', content: 'A name' });
    const [hers, his] = [
      await visits.open(mover, addressOf.topic(channel, 'first try')),
      await visits.open(writer, addressOf.topic(channel, 'first try')),
    ];
    for (const client of [hers, his]) await client.message(id).waitFor();
    await hers.page.getByRole('button', { name: 'Rename the topic' }).click();
    const field = hers.page.getByRole('combobox', { name: 'Topic' });
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    await hers.page.getByRole('button', { name: 'Rename the topic' }).click();
    await field.fill('second try');
    await field.press('Enter');
    for (const { page } of [hers, his]) await page.locator('h1', { hasText: 'second try' }).waitFor();
    await hers.message(id).waitFor();
  });
});
