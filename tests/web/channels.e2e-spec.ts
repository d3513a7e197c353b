import { eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { sendToChannel } from '../support/messages';
import { type Person, addPerson, unique } from '../support/people';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('channels in the web client', () => {
  let organization: WebOrganization;
  let member: Person;
  let other: Person;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    member = await addPerson(organization.owner, 'Member');
    other = await addPerson(organization.owner, 'Other');
  });

  it('makes a channel with somebody in it, renames it, chooses who may post and leaves it', async () => {
    const name = unique('made');
    const { page, sidebar } = await visits.open(member);
    await sidebar.getByRole('link', { name: 'Create a channel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Channels' });
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByRole('combobox', { name: 'Subscribers' }).fill(other.fullName);
    await dialog.getByRole('option', { name: other.fullName }).click();
    await dialog.getByText('2 people').waitFor();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    // It leads to the channel, which the sidebar may have before that.
    await dialog.waitFor({ state: 'detached' });
    await sidebar.getByRole('link', { name: new RegExp(name) }).waitFor();
    const { subscriptions } = await other.client.succeed('GET', '/users/me/subscriptions');
    const made = subscriptions.find((channel: { name: string }) => channel.name === name);
    expect(made).toMatchObject({ invite_only: false });

    await page.evaluate(`location.hash = '#channels/${made.stream_id}/x/general'`);
    const field = dialog.getByLabel('Name', { exact: true });
    await field.fill(`${name} renamed`);
    await field.press('Enter');
    await page.locator('.sidebar').getByText(`${name} renamed`).waitFor();

    await dialog.getByRole('link', { name: 'Permissions' }).click();
    const posting = dialog.locator('.setting-row').filter({ hasText: 'Post messages' });
    await posting.getByRole('button', { name: 'Remove Everyone' }).click();
    await posting.getByRole('combobox').fill(member.fullName);
    await posting.getByRole('option', { name: member.fullName }).click();
    await posting.getByRole('button', { name: 'Save: Post messages' }).click();
    await eventually(async () => {
      const { stream } = await member.client.succeed('GET', `/streams/${made.stream_id}`);
      return JSON.stringify(stream.can_send_message_group).includes(String(member.userId));
    });

    await dialog.getByRole('link', { name: 'Subscribers', exact: true }).click();
    await dialog.getByRole('button', { name: `Unsubscribe ${other.fullName}` }).click();
    await dialog.getByRole('heading', { name: '1 subscriber' }).waitFor();
    await dialog.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
    await eventually(async () => (await page.locator('.sidebar').getByText(`${name} renamed`).count()) === 0);
  });

  it('subscribes to a channel from the list, by its switch', async () => {
    const channel = await createChannel(organization.owner, []);
    const { page } = await visits.open(member, '#channels/available');
    const dialog = page.getByRole('dialog', { name: 'Channels' });
    await dialog.getByRole('searchbox', { name: 'Filter channels' }).fill(channel.name);
    await dialog.getByRole('checkbox', { name: `Subscribed to ${channel.name}` }).click();
    await page.locator('.sidebar').getByText(channel.name).waitFor();
    // The same by keys.
    await page.evaluate(`location.hash = '#channels/${channel.id}'`);
    await dialog.getByRole('link', { name: 'General' }).press('Shift+S');
    await page.locator('.sidebar').getByText(channel.name).waitFor({ state: 'detached' });
    await dialog.getByRole('link', { name: 'General' }).press('n');
    await page.waitForURL(/#channels\/new$/);
  });

  it('lets an owner say how long messages are kept', async () => {
    const { owner } = organization;
    const channel = await createChannel(owner);
    const { page } = await visits.open(owner, `#channels/${channel.id}/x/permissions`);
    const dialog = page.getByRole('dialog', { name: 'Channels' });
    await dialog.getByRole('combobox', { name: 'How long messages are kept' }).selectOption('For a number of days');
    const save = dialog.getByRole('button', { name: 'Change how long messages are kept' });
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByRole('spinbutton', { name: 'Days' }).fill('30');
    await save.click();
    await save.waitFor({ state: 'detached' });
    const { stream } = await owner.client.succeed('GET', `/streams/${channel.id}`);
    expect(stream.message_retention_days).toBe(30);
  });

  it('mutes, resolves and marks a topic as read by its menu, and lists the topics of a channel', async () => {
    const channel = await createChannel(member, [other]);
    const topic = unique('topic');
    await sendToChannel(other, channel, { topic, content: 'One' });
    const { page, sidebar, main } = await visits.open(member, `#topics/channel/${channel.id}`);
    await main.getByRole('link', { name: topic }).waitFor();
    await main.getByRole('button', { name: `Menu of ${topic}` }).click();
    await page.getByRole('menuitem', { name: 'Mark as read' }).click();
    await page.getByText('1 message marked as read').waitFor();
    await main.getByRole('button', { name: `Menu of ${topic}` }).click();
    await page.getByRole('menuitemradio', { name: 'Mute' }).click();
    await main.getByRole('img', { name: 'Muted' }).waitFor();
    await main.getByRole('button', { name: `Menu of ${topic}` }).click();
    await page.getByRole('menuitem', { name: 'Mark topic as resolved' }).click();
    await main.getByRole('link', { name: `Resolved ${topic}` }).waitFor();
    await sidebar.getByRole('button', { name: `Menu of ${channel.name}` }).click();
    await page.getByRole('menuitem', { name: 'Channel settings' }).click();
    await page.getByRole('dialog', { name: 'Channels' }).waitFor();
    await page.keyboard.press('Escape');
    await main.getByRole('searchbox', { name: 'Filter topics' }).fill('nothing is called that');
    await main.getByText('No topic fits').waitFor();
    await page.evaluate(`location.hash = '#topics/channel/1000000000'`);
    await main.getByText('This channel does not exist, or you cannot see it.').waitFor();
  });

  it('deletes a topic that an owner has named, and archives the channel and takes it back', async () => {
    const { owner } = organization;
    const channel = await createChannel(owner, [member]);
    const topic = unique('gone');
    const id = await sendToChannel(member, channel, { topic });
    const { page, main } = await visits.open(owner, `#topics/channel/${channel.id}`);
    await main.getByRole('button', { name: `Menu of ${topic}` }).click();
    await page.getByRole('menuitem', { name: 'Delete topic' }).click();
    const question = page.getByRole('dialog', { name: `Delete ${topic}?` });
    const confirm = question.getByRole('button', { name: 'Delete topic' });
    expect(await confirm.isDisabled()).toBe(true);
    await question.getByRole('textbox').fill(topic);
    await confirm.click();
    await main.getByRole('link', { name: topic }).waitFor({ state: 'detached' });
    await eventually(async () => (await member.client.get(`/messages/${id}`)).status === 400);

    await page.evaluate(`location.hash = '#channels/${channel.id}/x/general'`);
    const dialog = page.getByRole('dialog', { name: 'Channels' });
    await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
    const archiving = page.getByRole('dialog', { name: `Archive #${channel.name}?` });
    await archiving.getByRole('button', { name: 'Archive', exact: true }).click();
    const undo = dialog.getByRole('button', { name: 'Take it out of the archive' });
    await undo.waitFor();
    // It leaves the sidebar, and can still be read.
    await page.locator('.sidebar').getByText(channel.name).waitFor({ state: 'detached' });
    await undo.click();
    await eventually(async () => {
      const { stream } = await owner.client.succeed('GET', `/streams/${channel.id}`);
      return stream.is_archived === false;
    });
  });
});
