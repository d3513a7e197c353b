import { eventually, sharedCluster } from '@stoa/testing';
import { type Channel, createChannel } from '../support/channels';
import { sendToChannel } from '../support/messages';
import { type Person, unique } from '../support/people';
import { addressOf } from './support/client-page';
import { holdBack } from './support/held-back';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('the box for writing', () => {
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

  it('is closed step by step by Escape, from wherever the focus is, and the view stays', async () => {
    await sendToChannel(bo, channel, { topic: unique('steps'), content: 'a beginning' });
    const hers = await visits.open(ada, addressOf.channel(channel));
    const { page } = hers;
    await hers.messageWith('a beginning').waitFor();
    const topic = page.getByRole('combobox', { name: 'Topic' });
    await topic.fill('still to be named');
    await topic.press('Escape');
    const focused = hers.compose.and(page.locator(':focus'));
    await focused.waitFor();
    await page.keyboard.type('half a **word**');
    await page.keyboard.press('Alt+p');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.locator('strong', { hasText: 'word' }).waitFor();
    await page.keyboard.press('Escape');
    await focused.waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Send', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await hers.compose.waitFor({ state: 'detached' });
    await page.getByText('Saved as a draft').waitFor();
    expect(new URL(page.url()).hash).toContain(`/channel/${channel.id}`);
    await page.keyboard.press('Control+[');
    await page.waitForURL(/#inbox$/);
  });

  it('quotes what of a message is selected, also before the box was there, and while others change', async () => {
    const topic = unique('part');
    const id = await sendToChannel(bo, channel, { topic, content: 'much and one **important** thing' });
    const profile = await visits.profileOf(ada);
    const loadBox = await holdBack(profile, '**/compose-box-*.js');
    const hers = await visits.tab(profile, addressOf.topic(channel, topic));
    const selected = () => hers.page.evaluate(() => String(document.getSelection()));
    // Hints come and move the message between the look for the word and the clicks.
    await eventually(async () => {
      await hers.message(id).locator('strong').dblclick();
      return (await selected()) === 'important';
    });
    loadBox();
    await hers.compose.waitFor();
    const named = unique('Bo');
    await bo.client.succeed('PATCH', '/settings', { full_name: named });
    await hers.message(id).getByText(named).waitFor();
    expect(await selected()).toBe('important');
    await hers.message(id).hover();
    await hers.message(id).getByRole('button', { name: 'Quote' }).click();
    await expect.poll(() => hers.compose.inputValue()).toMatch(/```quote\n\**important\**\n```/);
  });

  it('keeps a place for a quote at the caret while the message is fetched, and for what is typed meanwhile', async () => {
    const topic = unique('slowly');
    const id = await sendToChannel(bo, channel, { topic, content: 'worth a word' });
    const hers = await visits.open(ada, addressOf.topic(channel, topic));
    const { page } = hers;
    const answer = await holdBack(page, `**/messages/${id}?*`);
    await hers.compose.fill('before\nafter');
    await hers.compose.press('Home');
    await hers.message(id).hover();
    await hers.message(id).getByRole('button', { name: 'What to do with this message' }).click();
    await page.getByRole('menuitem', { name: 'Quote and reply' }).click();
    await expect.poll(() => hers.compose.inputValue()).toMatch(/^before\n\[Quoting…\]\(\S+\)after$/);
    // Nothing is sent without what it is about, and the menu leaves the focus where one writes.
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await hers.compose.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('between ');
    answer();
    const quoted = /^before\n@_\*\*.*\*\* \[said\]\(.*\):\n```quote\nworth a word\n```\nbetween after$/;
    await expect.poll(() => hers.compose.inputValue()).toMatch(quoted);
    await page.keyboard.type('and ');
    await expect.poll(() => hers.compose.inputValue()).toMatch(/\nbetween and after$/);
    // What was typed and what came are taken back, one by one.
    const undone = /^before\n\[Quoting…\]\(\S+\)between after$/;
    for (let presses = 0; presses < 20 && !undone.test(await hers.compose.inputValue()); presses += 1) {
      await page.keyboard.press('ControlOrMeta+z');
    }
    expect(await hers.compose.inputValue()).toMatch(undone);
    // The mark alone says nothing to anybody.
    await page.getByText('Wait until the quoted message is there').waitFor();
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  });

  it('puts a text into a poll that is typed over', async () => {
    const topic = unique('vote');
    await sendToChannel(bo, channel, { topic, content: 'hungry?' });
    const hers = await visits.open(ada, addressOf.topic(channel, topic));
    await hers.messageWith('hungry?').waitFor();
    await hers.compose.pressSequentially('/po');
    await hers.page.getByRole('option', { name: /poll/ }).waitFor();
    await hers.compose.press('Enter');
    await eventually(async () => (await hers.compose.inputValue()) === '/poll Question');
    await hers.page.keyboard.type('Lunch?');
    await expect.poll(() => hers.compose.inputValue()).toBe('/poll Lunch?');
  });
});
