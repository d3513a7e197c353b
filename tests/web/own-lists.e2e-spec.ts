import { eventually, sharedCluster } from '@stoa/testing';
import { type Channel, createChannel } from '../support/channels';
import { picture, upload } from '../support/files';
import { sendToChannel } from '../support/messages';
import { type Person, addPerson, unique } from '../support/people';
import { addressOf } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('lists of the settings in a browser', () => {
  let organization: WebOrganization;
  let member: Person;
  let other: Person;
  let channel: Channel;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    member = await addPerson(organization.owner, 'Member');
    other = await organization.createPerson('Other');
    channel = await createChannel(member, [other]);
  });

  it('keep words that notify, policies of topics, people who are muted, and files', async () => {
    const topic = unique('listed');
    const { body } = await upload(member, {
      file: { name: 'notes.txt', content: Buffer.from('text'), type: 'text/plain' },
    });
    await sendToChannel(member, channel, { topic, content: `[notes.txt](${body.url})` });
    await member.client.succeed('POST', '/user_topics', { stream_id: channel.id, topic, visibility_policy: 1 });
    await member.client.succeed('POST', `/users/me/muted_users/${other.userId}`);
    const client = await visits.open(member, '#settings/alert-words');
    const { page } = client;
    await page.getByLabel('New word or phrase').fill('lunch');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove lunch' }).waitFor();
    const wordsNow = async () => (await member.client.succeed('GET', '/users/me/alert_words')).alert_words;
    expect(await wordsNow()).toEqual(['lunch']);
    await page.getByRole('button', { name: 'Remove lunch' }).click();
    await page.getByText('You have no alert words yet').waitFor();
    await eventually(async () => (await wordsNow()).length === 0);

    await client.goTo('#settings/topics');
    await page.getByLabel(`How ${topic} notifies you`).selectOption('Default');
    await page.getByText('You follow no topic and have muted none').waitFor();

    await client.goTo('#settings/muted-users');
    await page.getByText(other.fullName).waitFor();
    await page.getByRole('button', { name: 'Unmute' }).click();
    await page.getByText('You have muted nobody').waitFor();

    await client.goTo('#settings/uploaded-files');
    await page.getByRole('link', { name: 'message 1' }).waitFor();
    await page.getByRole('button', { name: 'Delete notes.txt' }).click();
    const question = page.getByRole('dialog', { name: 'Delete notes.txt?' });
    await question.getByText('A link in 1 message will lead nowhere.').waitFor();
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('You have not uploaded any files').waitFor();
    const { attachments } = await member.client.succeed('GET', '/attachments');
    expect(attachments).toEqual([]);
  });

  it('of the organization bring emoji that everybody can write, and playgrounds for code', async () => {
    const { owner } = organization;
    const { page } = await visits.open(owner, '#organization/emoji-settings');
    await page.getByRole('button', { name: 'Add an emoji' }).click();
    const form = page.getByRole('dialog', { name: 'Add an emoji' });
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      form.getByRole('button', { name: 'Choose a picture' }).click(),
    ]);
    await chooser.setFiles({ name: 'Team Logo.png', mimeType: 'image/png', buffer: await picture() });
    expect(await form.getByLabel('Name').inputValue()).toBe('team_logo');
    await form.getByLabel('Name').fill('tada');
    await form.getByText('There is a standard emoji :tada:.').waitFor();
    await form.getByLabel('Name').fill('team_logo');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Remove :team_logo:' }).waitFor();

    await page.evaluate(`location.hash = '#organization/playground-settings'`);
    await page.getByRole('button', { name: 'Add a playground' }).click();
    const playground = page.getByRole('dialog', { name: 'Add a playground' });
    await playground.getByLabel('Language').fill('python');
    await playground.getByLabel('Name').fill('Try it');
    await playground.getByLabel('Address').fill('https://try.example.com/?code={code}');
    await playground.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: 'Try it' }).waitFor();

    const topic = unique('own');
    await sendToChannel(member, channel, { topic, content: 'well done :team_logo:\n\n```python\nprint(1)\n```' });
    const his = await visits.open(other, addressOf.topic(channel, topic));
    await his
      .messageWith('well done')
      .getByRole('img', { name: /team.logo/ })
      .waitFor();
    const way = his.messageWith('well done').getByRole('link', { name: /Try it/ });
    expect(await way.getAttribute('href')).toMatch(/^https:..try.example.com.[?]code=print/);
  });
});
