import { eventually, sharedCluster } from '@stoa/testing';
import { type Channel, createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { sendToChannel } from '../support/messages';
import { type Person, unique } from '../support/people';
import { addressOf } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('people in a browser', () => {
  let organization: WebOrganization;
  let ada: Person;
  let bo: Person;
  let channel: Channel;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    ada = await organization.createPerson('Ada');
    bo = await organization.createPerson('Bo');
    channel = await createChannel(ada, [bo]);
  });

  it('shows who writes and who is mentioned, and hides whom one mutes', async () => {
    const topic = unique('topic');
    await sendToChannel(bo, channel, { topic, content: `hello @**${ada.fullName}**` });
    const hers = await visits.open(ada, addressOf.topic(channel, topic));
    const message = hers.messageWith('hello');
    const card = (person: Person) => hers.page.getByRole('dialog', { name: `About ${person.fullName}` });
    await message.getByRole('button', { name: `@${ada.fullName}` }).press('Enter');
    await card(ada).getByRole('link', { name: 'Edit your profile' }).waitFor();
    await hers.page.keyboard.press('Escape');
    await card(ada).waitFor({ state: 'detached' });
    const sender = message.getByRole('button', { name: bo.fullName, exact: true });
    await sender.click();
    await card(bo).getByText('Member', { exact: true }).waitFor();
    await card(bo).getByRole('button', { name: 'Mute…' }).click();
    await hers.page
      .getByRole('dialog', { name: `Mute ${bo.fullName}?` })
      .getByRole('button', { name: 'Mute' })
      .click();
    await message.waitFor({ state: 'detached' });
    expect(await hers.main.getByText(bo.fullName).count()).toBe(0);
    await hers.main.getByRole('button', { name: 'Show a message of somebody you muted' }).click();
    await message.waitFor();
    // The client does not wait for the service.
    await eventually(async () => {
      const { muted_users: muted } = await ada.client.succeed('POST', '/register', {
        fetch_event_types: ['muted_users'],
      });
      return muted.some(({ id }: { id: number }) => id === bo.userId);
    });
    await ada.client.succeed('DELETE', `/users/me/muted_users/${bo.userId}`);
  });

  it('sets a status that others see beside the name', async () => {
    const topic = unique('topic');
    await sendToChannel(ada, channel, { topic, content: 'busy soon' });
    const his = await visits.open(bo, addressOf.topic(channel, topic));
    await his.messageWith('busy soon').waitFor();
    const hers = await visits.open(ada, '#inbox');
    await hers.page.getByRole('button', { name: 'Your menu' }).click();
    await hers.page.getByRole('menuitem', { name: 'Set a status…' }).click();
    const dialog = hers.page.getByRole('dialog', { name: 'Your status' });
    await dialog.getByRole('button', { name: 'In a meeting' }).click();
    await dialog.getByRole('button', { name: 'Set status' }).click();
    await dialog.waitFor({ state: 'detached' });
    await his.messageWith('busy soon').getByRole('img', { name: 'In a meeting' }).waitFor();
    await eventually(async () => {
      const { status } = await bo.client.succeed('GET', `/users/${ada.userId}/status`);
      return status.status_text === 'In a meeting';
    });
  });

  it('lists who is there, and finds people by keys', async () => {
    const topic = unique('topic');
    await sendToChannel(bo, channel, { topic, content: 'who is here?' });
    const { page } = await visits.open(ada, addressOf.topic(channel, topic), {
      viewport: { width: 1300, height: 800 },
    });
    const people = page.getByRole('complementary', { name: 'People' });
    const conversation = people.getByRole('heading', { name: 'This conversation' });
    await conversation.waitFor();
    await people.getByRole('link', { name: bo.fullName }).waitFor();
    await people.getByRole('link', { name: `Active ${ada.fullName}` }).waitFor();
    await page.getByRole('article').first().focus();
    await page.keyboard.press('w');
    await people.getByRole('searchbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(bo.fullName.slice(0, 8));
    await conversation.waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`#narrow/dm/${bo.userId}`));
    await people.getByRole('button', { name: 'How people are listed' }).click();
    await page.getByRole('menuitemradio', { name: 'Picture and status' }).click();
    await people.locator('.person .avatar').first().waitFor();
    await page.getByRole('button', { name: 'Hide people' }).click();
    await people.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 700 });
    await page.getByRole('button', { name: 'Show people' }).click();
    const dialog = page.getByRole('dialog', { name: 'People' });
    await dialog.getByRole('link', { name: ada.fullName }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('offers each role what the service lets it do with messages of others', async () => {
    const { owner } = organization;
    const place = await createChannel(owner, [bo]);
    for (const [name, role] of [
      ['Guest', 600],
      ['Member', 400],
      ['Moderator', 300],
      ['Owner', 100],
    ] as const) {
      const person = await organization.createPerson(name);
      await owner.client.succeed('PATCH', `/users/${person.userId}`, { role });
      await owner.client.succeed('POST', '/users/me/subscriptions', {
        ...{ subscriptions: [{ name: place.name }], principals: [person.userId] },
      });
      const topic = unique('rights');
      const id = await sendToChannel(bo, place, { topic, content: 'of somebody else' });
      const client = await visits.open(person, addressOf.topic(place, topic));
      await client.message(id).focus();
      await client.page.keyboard.press('i');
      const offers = async (item: RegExp): Promise<boolean> =>
        (await client.page.getByRole('menuitem', { name: item }).count()) > 0;
      await client.page.getByRole('menuitem', { name: /Copy link/ }).waitFor();
      const offered = [await offers(/Edit message/), await offers(/Move/), await offers(/Delete/)];
      await client.page.close();
      const edit = await person.client.patch(`/messages/${id}`, { content: 'changed' });
      const move = await person.client.patch(`/messages/${id}`, { topic: unique('moved') });
      const deletion = await person.client.delete(`/messages/${id}`);
      expect([name, ...offered]).toEqual([name, ...[edit, move, deletion].map(({ status }) => status === 200)]);
    }
  });

  it('lets an owner change and end an account, and invite by link', async () => {
    const cy = await organization.createPerson('Cy');
    const place = await createChannel(organization.owner);
    const field = { name: 'Languages', field_type: 1 };
    await organization.owner.client.succeed('POST', '/realm/profile_fields', field);
    await inDatabase(await sharedCluster(), (database) =>
      database.query('test_email_right', 'UPDATE account SET can_change_user_emails = true WHERE id = $1', [
        organization.owner.userId,
      ]),
    );
    const { page } = await visits.open(organization.owner, `#user/${cy.userId}/manage`);
    const profile = page.getByRole('dialog', { name: cy.fullName });
    await profile.getByLabel('Languages').fill('Greek');
    await profile.getByLabel('Languages').blur();
    await profile.getByText('Saved').waitFor();
    const address = `${unique('moved').replace(' ', '-')}@people.example`;
    await profile.getByLabel('Email address').fill('nowhere');
    await profile.getByLabel('Email address').press('Enter');
    const proof = page.getByRole('dialog', { name: `New address of ${cy.fullName}` });
    // The owner has no password, and has just signed in.
    await proof.getByText('nothing more is needed').waitFor();
    await proof.getByRole('button', { name: 'Change address' }).click();
    await proof.getByText('Invalid new email address.').waitFor();
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await profile.getByLabel('Email address').fill(address);
    await profile.getByLabel('Email address').press('Enter');
    await proof.getByRole('button', { name: 'Change address' }).click();
    await eventually(async () => {
      const { user } = await organization.owner.client.succeed('GET', `/users/${cy.userId}`);
      return user.delivery_email === address;
    });
    await profile.getByRole('link', { name: 'Channels' }).click();
    await profile.getByLabel('Add to a channel').selectOption(`#${place.name}`);
    await profile.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await profile.getByRole('link', { name: place.name }).waitFor();
    await profile.getByRole('button', { name: `Unsubscribe from ${place.name}` }).click();
    await profile.getByRole('link', { name: place.name }).waitFor({ state: 'detached' });
    await profile.getByRole('link', { name: 'Profile', exact: true }).click();
    await profile.getByText('Greek').waitFor();
    await profile.getByRole('link', { name: 'Manage' }).click();
    await profile.getByLabel('Role').selectOption('Moderator');
    await profile.getByText('Saved').waitFor();
    await profile.getByRole('button', { name: 'Deactivate' }).click();
    const question = page.getByRole('dialog', { name: `Deactivate ${cy.fullName}?` });
    await question.getByRole('button', { name: 'Deactivate' }).click();
    await profile.getByRole('button', { name: 'Reactivate' }).waitFor();
    const { user } = await organization.owner.client.succeed('GET', `/users/${cy.userId}`);
    expect([user.role, user.is_active]).toEqual([300, false]);
    await page.evaluate("location.hash = '#invite/link'");
    const invite = page.getByRole('dialog', { name: 'Invite people' });
    await invite.getByLabel('They come as').selectOption('Guest');
    await invite.getByRole('button', { name: 'Create a link' }).click();
    await invite.getByText('/join/').waitFor();
    await invite.getByRole('link', { name: 'Open invitations' }).click();
    await invite.getByText('Guest, invited by').waitFor();
    await invite.getByRole('button', { name: 'Revoke' }).click();
    await invite.getByText('No invitation is open').waitFor();
  });

  it('lets an owner delete what somebody wrote, and who they were, with the account', async () => {
    const cy = await organization.createPerson('Cy');
    const id = await sendToChannel(cy, await createChannel(organization.owner, [cy]), { topic: 'gone' });
    const { page } = await visits.open(organization.owner, `#user/${cy.userId}/manage`);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const question = page.getByRole('dialog', { name: `Deactivate ${cy.fullName}?` });
    await question.getByLabel('Name and picture').check();
    await question.getByLabel('Messages in public channels').check();
    const confirm = question.getByRole('button', { name: 'Deactivate' });
    expect(await confirm.isDisabled()).toBe(true);
    await question.getByLabel('To confirm').fill(cy.fullName);
    await confirm.click();
    await page.getByText('its profile is deleted').waitFor();
    const { user } = await organization.owner.client.succeed('GET', `/users/${cy.userId}`);
    expect(user).toMatchObject({ full_name: 'Deleted user', is_deleted: true, is_active: false });
    await eventually(async () => (await organization.owner.client.get(`/messages/${id}`)).status === 400);
  });

  it('lets an owner make a group, fill it and open it', async () => {
    const name = unique('group');
    const { page } = await visits.open(organization.owner, '#groups/new');
    const groups = page.getByRole('dialog', { name: 'Groups' });
    await groups.getByLabel('Name', { exact: true }).fill(name);
    await groups.getByRole('button', { name: 'Create a group' }).click();
    const group = groups.getByRole('region', { name });
    await group.getByRole('link', { name: 'Members' }).click();
    await group.getByRole('combobox', { name: 'Add people' }).fill(bo.fullName);
    await page.keyboard.press('Enter');
    await group.getByRole('button', { name: 'Add', exact: true }).click();
    await group.getByRole('listitem').filter({ hasText: bo.fullName }).waitFor();
    await group.getByRole('link', { name: 'Permissions' }).click();
    await group.getByRole('combobox', { name: 'Who may join by themselves' }).fill('Moderators');
    await page.keyboard.press('Enter');
    await group.getByRole('button', { name: /^Save/ }).click();
    await group.getByText('Saved').waitFor();
    const { user_groups: known } = await organization.owner.client.succeed('GET', '/user_groups');
    const named = (wanted: string) => known.find((one: { name: string }) => one.name === wanted);
    expect(named(name).members).toEqual([organization.owner.userId, bo.userId].sort((a, b) => a - b));
    expect(named(name).can_join_group).toBe(named('role:moderators').id);
    await group.getByRole('link', { name: 'General' }).click();
    await group.getByText('What it is used for').waitFor();
    await groups.getByRole('link', { name: 'Everyone', exact: true }).click();
    await groups.getByText('This group follows from the roles of people.').waitFor();
    // A direct message to a group goes to its people, also when it is begun from a list of conversations.
    await page.keyboard.press('Escape');
    await groups.waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await page.getByRole('combobox', { name: 'Add people or a group' }).fill(name);
    await page.getByRole('option', { name }).click();
    await page.locator('.compose-people .pill', { hasText: bo.fullName }).locator('.avatar').waitFor();
    expect(await page.locator('.compose-people .pill').count()).toBe(1);
  });
});
