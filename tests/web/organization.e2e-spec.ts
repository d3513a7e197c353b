import { eventually, sharedCluster } from '@stoa/testing';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { type Person, addPerson } from '../support/people';
import { addressOf } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('settings of the organization in the web client', () => {
  let organization: WebOrganization;
  let member: Person;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    member = await addPerson(organization.owner, 'Member');
  });

  const settingsNow = (): Promise<Record<string, unknown>> =>
    organization.owner.client.succeed('POST', '/register', { fetch_event_types: ['realm'] });
  const save = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'hidden' });
  };

  it('are changed by owners: texts, limits, permissions, lists', async () => {
    const { page } = await visits.open(organization.owner, '#organization/organization-profile');
    await page.getByLabel('Description').fill('We build **bridges**.');
    await save(page);
    await page.getByRole('link', { name: 'Permissions' }).click();
    await page.getByLabel('For how long', { exact: true }).selectOption({ label: '1 hour' });
    await save(page);
    await page.getByLabel('For how long own messages', { exact: true }).selectOption({ label: 'Other…' });
    await page.getByLabel('For how long own messages: number').fill('3');
    await page.getByLabel('For how long own messages: unit').selectOption('hours');
    await save(page);
    await page.getByRole('button', { name: 'Allowed domains (0)…' }).click();
    await page.getByLabel('Domain', { exact: true }).fill('chat.example');
    await page.getByLabel('Domain', { exact: true }).press('Enter');
    await page.getByRole('checkbox', { name: 'Subdomains too' }).click();
    await page.getByRole('checkbox', { name: 'Subdomains too', checked: true }).waitFor();
    await page.getByRole('dialog', { name: 'Allowed email domains' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Allowed domains (1)…' }).waitFor();
    const creators = page.getByRole('combobox', { name: 'Who can create groups' });
    await creators.press('Backspace');
    await creators.fill('Moder');
    await creators.press('Enter');
    await creators.fill(member.fullName);
    await creators.press('Enter');
    await save(page);
    const { realm_user_groups: groups } = await organization.owner.client.succeed('POST', '/register', {
      fetch_event_types: ['realm_user_groups'],
    });
    const moderators = groups.find(({ name }: { name: string }) => name === 'role:moderators');
    expect(await settingsNow()).toMatchObject({
      realm_description: 'We build **bridges**.',
      realm_message_content_edit_limit_seconds: 3600,
      realm_message_content_delete_limit_seconds: 3 * 3600,
      realm_can_create_groups: { direct_members: [member.userId], direct_subgroups: [moderators.id] },
    });
  });

  it('say at the form what the service refuses, and keep what was typed', async () => {
    const { page } = await visits.open(organization.owner, '#organization/linkifier-settings');
    await page.getByRole('button', { name: 'Add a linkifier' }).click();
    await page.getByLabel(/^Pattern/).fill('#(?P<id>[0-9]+');
    await page.getByLabel(/^Address/).fill('https://tickets.example.com/{id}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'Bad regular expression' }).waitFor();
    await page.getByLabel(/^Pattern/).fill('#(?P<id>[0-9]+)');
    await page.getByLabel(/^Text for an address/).fill('#{id}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'A reverse template needs an example input.' }).waitFor();
    await page.getByLabel(/^Example of a text/).fill('#12');
    await page.getByLabel(/^Further addresses/).fill('https://old.example.com/{id}\n');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('listitem').filter({ hasText: 'tickets.example.com' }).waitFor();
    const { linkifiers } = await organization.owner.client.succeed('GET', '/realm/linkifiers');
    expect(linkifiers).toMatchObject([
      {
        ...{ pattern: '#(?P<id>[0-9]+)', example_input: '#12', reverse_template: '#{id}' },
        alternative_url_templates: ['https://old.example.com/{id}'],
      },
    ]);
    // An address that is pasted becomes the text for it, which undoing takes back.
    const channel = await createChannel(organization.owner);
    const { compose, page: writing } = await visits.open(organization.owner, addressOf.topic(channel, 'tickets'));
    await compose.focus();
    await writing.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'https://old.example.com/12');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);
    await eventually(async () => (await compose.inputValue()) === '#12');
    await writing.keyboard.press('Control+z');
    expect(await compose.inputValue()).toBe('https://old.example.com/12');
  });

  it('have folders, in an order', async () => {
    const { page } = await visits.open(organization.owner, '#organization/channel-folders');
    const create = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Create a folder' }).click();
      await page.getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('listitem').filter({ hasText: name }).waitFor();
    };
    await create('Work');
    await create('Fun');
    const saved = page.waitForResponse(/channel_folders$/);
    await page.getByRole('button', { name: 'Move Fun up' }).click();
    expect((await saved).ok()).toBe(true);
    const { channel_folders: folders } = await organization.owner.client.succeed('GET', '/channel_folders');
    expect(folders.map(({ name }: { name: string }) => name)).toEqual(['Fun', 'Work']);
    await page.getByRole('button', { name: 'Archive Work' }).click();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: 'Work' }).waitFor({ state: 'hidden' });
  });

  it('are shown to members, with who can change them', async () => {
    const { page } = await visits.open(member, '#organization/organization-permissions');
    await page.getByText('Only administrators and owners of the organization can change this.').waitFor();
    expect(await page.getByLabel('One needs an invitation to join').isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Who they are' }).click();
    await page.getByRole('link', { name: organization.owner.fullName }).waitFor();
    expect(await page.getByRole('button', { name: 'Deactivate' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Data exports' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByText('No invitation is open').waitFor();
    const channel = await createChannel(organization.owner);
    await page.evaluate(`location.hash = '#channels/${channel.id}/x/general'`);
    await page.getByText(/^You may not change this channel\. Who may: .*Administrators\./).waitFor();
    await page.getByRole('link', { name: 'Where this is set' }).first().click();
    await page.waitForURL(/#channels\/\d+\/[^/]+\/permissions$/);
  });

  it('show administrators whom no mails reach, and send mails again', async () => {
    const path = '#organization/users/mails';
    const away = await addPerson(organization.owner, 'Away');
    await inDatabase(await sharedCluster(), (database) =>
      database.query(
        'test_suspend',
        `INSERT INTO mail_suspension (user_id, realm_id, address, reason, status, detail)
         SELECT id, realm_id, delivery_email, 'hard', '5.1.1', 'nobody' FROM account WHERE id = $1`,
        [away.userId],
      ),
    );
    const { page } = await visits.open(organization.owner, path);
    const row = page.getByRole('list', { name: 'Mails stopped' }).getByRole('listitem');
    await row.getByRole('link', { name: away.fullName }).waitFor();
    expect(await row.innerText()).toContain('The address does not take mail · 5.1.1 · since ');
    await row.getByRole('button', { name: 'Send mails again' }).click();
    await page.getByText('Mails reach everybody.').waitFor();
    const { mail_suspensions: left } = await organization.owner.client.succeed('GET', '/realm/mail_suspensions');
    expect(left).toEqual([]);
    const { page: membersPage } = await visits.open(member, path);
    await membersPage.getByRole('link', { name: 'Deactivated' }).waitFor();
    expect(await membersPage.getByRole('link', { name: 'Mails stopped' }).count()).toBe(0);
  });

  it('have pictures of which one chooses the part, by keys, too', async () => {
    const { page } = await visits.open(organization.owner, '#settings/profile');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload a picture' }).click(),
    ]);
    const colour = (background: string, width: number) => ({
      create: { width, height: 100, channels: 3 as const, background },
    });
    const file = await sharp(colour('#dc2626', 300))
      .composite([{ input: colour('#2563eb', 100), left: 0, top: 0 }])
      .png()
      .toBuffer();
    await chooser.setFiles({ name: 'wide.png', mimeType: 'image/png', buffer: file });
    const frame = page.getByRole('group', { name: 'Frame: the arrow keys move it' });
    await frame.focus();
    // The middle is red. The left third, which is blue, is a hundred pixels away.
    for (let presses = 0; presses < 12; presses += 1) await frame.press('Shift+ArrowLeft');
    const saved = page.waitForResponse(/users\/me\/avatar$/);
    await page.getByRole('button', { name: 'Use this part' }).click();
    expect(await (await saved).json()).toMatchObject({ result: 'success', msg: '' });
    const { avatar_url: address } = await organization.owner.client.succeed('GET', '/users/me');
    const [red, _green, blue] = await page.evaluate<number[]>(`(async () => {
      const picture = await createImageBitmap(await (await fetch(${JSON.stringify(address)})).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
      canvas.drawImage(picture, 0, 0);
      return [...canvas.getImageData(picture.width - 10, picture.height / 2, 1, 1).data];
    })()`);
    expect(blue).toBeGreaterThan(200);
    expect(red).toBeLessThan(120);
  });

  it('give the addresses that tools post to', async () => {
    const { owner } = organization;
    const channel = await createChannel(owner, []);
    await owner.client.succeed('POST', '/bots', { full_name: 'Builds', short_name: 'builds', bot_type: 2 });
    const { page } = await visits.open(owner, '#organization/bots');
    const bot = page.getByRole('listitem').filter({ hasText: 'Builds' });
    await bot.getByRole('button', { name: 'Address' }).click();
    await page.getByRole('combobox', { name: 'Tool' }).selectOption({ label: 'JSON' });
    await page.getByRole('combobox', { name: 'Channel' }).selectOption({ label: channel.name });
    await page.getByRole('textbox', { name: 'Topic' }).fill('builds');
    const address = new URL(await page.getByRole('region', { name: 'Address' }).locator('code').innerText());
    const status = await page.evaluate(`fetch(${JSON.stringify(address.pathname + address.search)}, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"hello": "world"}',
    }).then((answer) => answer.status)`);
    expect(status).toBe(200);
    const { messages } = await owner.client.succeed('GET', '/messages', {
      ...{ anchor: 'newest', num_before: 1, num_after: 0 },
      narrow: [{ operator: 'channel', operand: channel.id }],
    });
    expect(messages).toMatchObject([{ sender_full_name: 'Builds', subject: 'builds' }]);
    const example = page.getByRole('region', { name: 'Example' });
    await example.getByRole('button', { name: 'Show an example' }).click();
    await example.getByText('"deployment": "shop"').waitFor();
    expect(await example.getByRole('link').count()).toBe(0);
    await example.getByRole('button', { name: 'Send an example' }).click();
    await example.getByRole('link', { name: 'The bot has posted it: go there' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await bot.getByRole('button', { name: 'Deliveries' }).click();
    await page.getByText(/json · posted/).click();
    await page.getByText('content-type: application/json').waitFor();
    await page.getByRole('button', { name: 'Take it again' }).click();
    await page.getByText(/json · taken again · posted/).waitFor();
    await page.getByLabel('Record headers and bodies').click();
    await page.getByRole('button', { name: 'Cancel' }).last().click();
    await page.getByRole('button', { name: 'Take it again' }).first().waitFor();
    await page.getByRole('checkbox', { name: 'Record headers and bodies', checked: true }).click();
    await page.getByRole('button', { name: 'Switch off and forget' }).click();
    await page.getByRole('checkbox', { name: 'Record headers and bodies', checked: false }).waitFor();
    await page.getByRole('button', { name: 'Take it again' }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Message 1' }).first().click();
    await page.getByText('"hello": "world"').first().waitFor();
  });

  it('set up what tools sign with, what it becomes and whom it mentions', async () => {
    const { owner } = organization;
    const { user_id: botId } = await owner.client.succeed('POST', '/bots', {
      ...{ full_name: 'Hooks', short_name: 'hooks', bot_type: 2 },
    });
    const { page } = await visits.open(owner, '#organization/bots');
    const row = page.getByRole('listitem').filter({ hasText: 'Hooks' });
    await row.getByRole('button', { name: 'Set up' }).click();
    const secrets = page.getByRole('region', { name: 'Secrets' });
    await secrets.getByRole('combobox', { name: 'Tool' }).selectOption({ label: 'GitHub' });
    await secrets.getByRole('button', { name: 'Make one' }).click();
    const made = await secrets.getByRole('textbox', { name: 'Secret' }).inputValue();
    expect(made).toMatch(/^[0-9a-f]{48}$/);
    await secrets.getByRole('button', { name: 'Set the secret' }).click();
    await secrets.getByRole('listitem').filter({ hasText: 'GitHub' }).waitFor();
    await secrets.getByRole('textbox', { name: 'Secret' }).fill('another');
    await secrets.getByRole('button', { name: 'Replace the secret' }).click();
    await secrets.getByRole('button', { name: 'End the former one' }).click();
    await secrets.getByRole('button', { name: 'End the former one' }).waitFor({ state: 'detached' });
    const templates = page.getByRole('region', { name: 'Templates' });
    await templates.getByRole('textbox', { name: 'Topic' }).fill('{{ host | upper }}');
    await templates.getByRole('textbox', { name: 'Message' }).fill('is {{ state }}');
    await templates.getByRole('textbox', { name: 'JSON to try it with' }).fill('{"host": "db", "state": "down"}');
    await templates.getByRole('button', { name: 'Preview' }).click();
    await templates.getByText('is down').waitFor();
    await templates.getByRole('button', { name: 'Save' }).click();
    await templates.getByText('Saved', { exact: true }).waitFor();
    const set = await owner.client.succeed('GET', `/bots/${botId}/webhook_settings`);
    expect(set).toMatchObject({
      settings: { topic_template: '{{ host | upper }}', content_template: 'is {{ state }}' },
      secrets: [{ integration: 'github', has_former: false }],
    });
  });
});
