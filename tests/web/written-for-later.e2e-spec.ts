import { eventually, sharedCluster } from '@stoa/testing';
import { type Channel, createChannel } from '../support/channels';
import { fetchNewest, sendToChannel } from '../support/messages';
import { type Person, unique } from '../support/people';
import { type ClientPage, addressOf } from './support/client-page';
import { holdBack } from './support/held-back';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('what is written for later, in a browser', () => {
  let organization: WebOrganization;
  let ada: Person;
  let channel: Channel;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
  });
  // Whoever has drafts left from before would have more than those of the test.
  beforeEach(async () => {
    ada = await organization.createPerson('Ada');
    channel = await createChannel(ada, []);
  });

  const draftsAtService = async (): Promise<string[]> => {
    const { drafts } = await ada.client.succeed('GET', '/drafts');
    return drafts.map(({ content }: { content: string }) => content).sort();
  };
  const cards = (client: ClientPage) => client.page.getByRole('dialog', { name: 'Drafts' }).locator('.card');

  it('keeps drafts of two tabs apart, goes on with one of them and deletes others', async () => {
    const [one, two] = [unique('one'), unique('two')];
    await sendToChannel(ada, channel, { topic: one, content: 'first' });
    const profile = await visits.profileOf(ada);
    const left = await visits.tab(profile, addressOf.topic(channel, one));
    const right = await visits.tab(profile, addressOf.topic(channel, one));
    await left.compose.fill('begun on the left');
    // The other tab shows it, and both can be seen at the service.
    await eventually(async () => (await right.compose.inputValue()) === 'begun on the left');
    await eventually(async () => (await draftsAtService()).length === 1);
    await right.goTo(addressOf.topic(channel, two));
    // In the box of the other topic, which is empty.
    await eventually(async () => (await right.compose.inputValue()) === '');
    await right.compose.fill('begun on the right');
    await eventually(async () => (await draftsAtService()).length === 2);
    // A tab that closes takes nothing back.
    await right.compose.fill('begun on the right, and more');
    // What is typed right before a page goes may be lost: it is kept after a pause.
    await eventually(async () => (await draftsAtService()).includes('begun on the right, and more'));
    await left.page.close();
    await right.page.reload();
    await eventually(async () => (await right.compose.inputValue()) === 'begun on the right, and more');

    await right.page.keyboard.press('Escape');
    await right.sidebar.getByRole('link', { name: /Drafts 2/ }).click();
    await cards(right).nth(1).waitFor();
    await right.page.getByRole('button', { name: new RegExp(`Go on writing to .*${one}`) }).press('Enter');
    await eventually(async () => (await right.compose.inputValue()) === 'begun on the left');
    await right.compose.press('ControlOrMeta+Enter');
    await right.messageWith('begun on the left').waitFor();
    await eventually(async () => (await draftsAtService()).join() === 'begun on the right, and more');

    await right.goTo('#drafts');
    await cards(right).first().getByRole('button').first().press('Backspace');
    await right.page.getByText('No drafts.').waitFor();
    await eventually(async () => (await draftsAtService()).length === 0);
  });

  it('sends later, takes it back to edit, and is reminded', async () => {
    const topic = unique('later');
    const id = await sendToChannel(ada, channel, { topic, content: 'about this' });
    const client = await visits.open(ada, addressOf.topic(channel, topic));
    const { page } = client;
    await client.messageWith('about this').waitFor();
    await client.compose.fill('good morning');
    const schedule = await holdBack(page, '**/json/scheduled_messages');
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: 'Tomorrow morning' }).click();
    // Until the service has answered, it cannot be sent as well.
    await page.getByText('This is being scheduled').waitFor();
    await client.compose.press('ControlOrMeta+Enter');
    schedule();
    await page.getByText('Will be sent').waitFor();
    await eventually(async () => (await client.compose.inputValue()) === '');
    const scheduledAtService = async () => {
      const { scheduled_messages } = await ada.client.succeed('GET', '/scheduled_messages');
      return scheduled_messages;
    };
    const [scheduled] = await scheduledAtService();
    expect(scheduled).toMatchObject({ to: channel.id, topic, content: 'good morning' });
    expect(await client.messageWith('good morning').count()).toBe(0);
    expect(new Date(scheduled.scheduled_delivery_timestamp * 1000).getTime()).toBeGreaterThan(Date.now());
    await client.sidebar.getByRole('link', { name: /Scheduled messages 1/ }).click();
    await page.getByRole('button', { name: /Edit the message to/ }).click();
    await eventually(async () => (await client.compose.inputValue()) === 'good morning');
    await eventually(async () => (await scheduledAtService()).length === 0);

    await client.compose.fill('kept for another day');
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: 'Keep as a draft and begin a new message' }).click();
    await eventually(async () => (await client.compose.inputValue()) === '');
    await client.compose.fill('good evening');
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: /^As last time: / }).click();
    await eventually(async () => (await client.compose.inputValue()) === '');
    const [repeated] = await eventually(async () => {
      const all = await scheduledAtService();
      return all.length === 1 && all;
    });
    expect(repeated).toMatchObject({
      content: 'good evening',
      scheduled_delivery_timestamp: scheduled.scheduled_delivery_timestamp,
    });
    await eventually(async () => (await draftsAtService()).includes('kept for another day'));

    await client.message(id).hover();
    await client.message(id).getByRole('button', { name: 'What to do with this message' }).click();
    await page.getByRole('menuitem', { name: 'Remind me' }).click();
    await page.getByRole('button', { name: 'In three hours' }).click();
    await page.getByLabel('Note (optional)').fill('look again');
    await page.getByRole('dialog').getByRole('button', { name: 'Remind me' }).click();
    await client.sidebar.getByRole('link', { name: /Reminders 1/ }).click();
    const reminders = page.getByRole('dialog', { name: 'Reminders' });
    await reminders.getByText('look again').waitFor();
    await reminders.getByRole('button', { name: /Delete the reminder/ }).click();
    await reminders.getByText('No reminders.').waitFor();
  });

  it('schedules at once or not at all where the network has gone', async () => {
    const topic = unique('no network');
    const profile = await visits.profileOf(ada);
    const client = await visits.tab(profile, addressOf.topic(channel, topic));
    const { page } = client;
    await client.compose.fill('only once');
    await page.getByRole('button', { name: 'Send later' }).click();
    const choice = page.getByRole('menuitem', { name: 'Tomorrow morning' });
    await choice.waitFor();
    await profile.setOffline(true);
    await choice.click();
    await page.getByText('The service cannot be reached').waitFor();
    await profile.setOffline(false);
    await client.compose.press('ControlOrMeta+Enter');
    await client.messageWith('only once').waitFor();
    const { scheduled_messages } = await ada.client.succeed('GET', '/scheduled_messages');
    expect(scheduled_messages.filter((message: { topic: string }) => message.topic === topic)).toEqual([]);
  });

  it('keeps snippets, forwards, and edits the last message by a key', async () => {
    const topic = unique('tools');
    await sendToChannel(ada, channel, { topic, content: 'worth passing on' });
    const client = await visits.open(ada, addressOf.topic(channel, topic));
    const { page } = client;
    await client.messageWith('worth passing on').waitFor();
    await client.compose.fill('Kind regards');
    await page.getByRole('button', { name: 'Saved snippets' }).click();
    await page.getByRole('button', { name: 'New snippet' }).click();
    await page.getByLabel('Title').fill('Greeting');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Insert Greeting' }).click();
    await eventually(async () => (await client.compose.inputValue()) === 'Kind regardsKind regards');

    await client.compose.fill('');
    await client.compose.press('ArrowLeft');
    const edited = page.getByRole('textbox', { name: 'Text of the message' });
    await edited.press('Escape');
    await edited.waitFor({ state: 'detached' });

    await client.messageWith('worth passing on').focus();
    await page.keyboard.press('<');
    await eventually(async () => (await client.compose.inputValue()).includes('worth passing on'));
    // Where to is asked.
    await page.getByRole('combobox', { name: 'Channel' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('combobox', { name: 'Channel' }).fill(channel.name);
    await page.getByRole('option', { name: channel.name }).click();
    await page.getByRole('combobox', { name: 'Topic' }).and(page.locator(':focus')).waitFor();
    const elsewhere = unique('elsewhere');
    await page.getByRole('combobox', { name: 'Topic' }).fill(elsewhere);
    await client.compose.press('ControlOrMeta+Enter');
    await eventually(async () => {
      const sent = await fetchNewest(ada, [{ operator: 'topic', operand: elsewhere }]);
      return sent.some(({ content }) => content.includes('worth passing on'));
    });
  });
});
