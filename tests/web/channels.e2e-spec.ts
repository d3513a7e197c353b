import { eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
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
    const { page, sidebar, main } = await visits.open(member);
    await sidebar.getByRole('link', { name: 'Create a channel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Channels' });
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByRole('combobox', { name: 'Subscribers' }).fill(other.fullName);
    await dialog.getByRole('option', { name: other.fullName }).click();
    await dialog.getByText('2 people').waitFor();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await main.waitFor();
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
  });
});
