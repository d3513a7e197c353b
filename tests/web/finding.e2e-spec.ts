import { sharedCluster } from '@stoa/testing';
import type { Request } from 'playwright-core';
import { type Channel, createChannel } from '../support/channels';
import { fetchFlags, sendToChannel } from '../support/messages';
import { type Person, unique } from '../support/people';
import { addressOf } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

/** Whether a request marks messages as read. */
function isReading(request: Request): boolean {
  if (request.method() !== 'POST' || !new URL(request.url()).pathname.endsWith('/messages/flags')) return false;
  const values = new URLSearchParams(request.postData() ?? '');
  return values.get('op') === 'add' && values.get('flag') === 'read';
}

describe('finding messages and places in a browser', () => {
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

  it('searches by what is typed, leads a hit to its conversation, and back to it', async () => {
    const word = unique('kiwi').replace(/\W/g, '');
    const topic = unique('fruit');
    await sendToChannel(bo, channel, { topic, content: `the first ${word}` });
    const id = await sendToChannel(bo, channel, { topic, content: `the second ${word}` });
    await sendToChannel(bo, channel, { topic, content: 'no fruit at all' });
    const hers = await visits.open(ada, '#inbox');
    const { page } = hers;
    const reads: string[] = [];
    page.on('request', (request) => {
      if (isReading(request)) reads.push(request.url());
    });
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await page.keyboard.press('/');
    const bar = page.getByRole('search');
    const input = bar.getByRole('combobox', { name: 'Search' });
    const pills = bar.locator('.pill');
    await input.pressSequentially(`channel:"${channel.name}" `);
    await pills.filter({ hasText: channel.name }).waitFor();
    await input.pressSequentially('is:star');
    await bar.getByRole('option', { name: /is:starred/ }).waitFor();
    await input.press('ArrowDown');
    await input.press('Enter');
    await pills.nth(1).waitFor();
    await input.press('Backspace');
    await pills.nth(1).waitFor({ state: 'detached' });
    // A pill that is pressed is text again.
    await pills.getByTitle(/^Change /).click();
    expect(await input.inputValue()).toContain('channel:');
    await input.fill('sender:nobody-at-all');
    await input.press('Enter');
    await bar.getByRole('alert').filter({ hasText: 'There is nobody called' }).waitFor();
    await input.fill(`channel:"${channel.name}" ${word}`);
    await input.press('Enter');
    await bar.waitFor({ state: 'detached' });
    await hers.message(id).locator('.highlight', { hasText: word }).waitFor();
    expect(await hers.messages.count()).toBe(2);

    await hers.message(id).focus();
    await page.keyboard.press('z');
    await page.waitForURL(/\/topic\/.*\/near\/\d+$/);
    await hers.messageWith('no fruit at all').waitFor();
    await page.goBack();
    await hers.message(id).locator('.highlight').waitFor();
    await page.keyboard.press('/');
    await input.press('Escape');
    await bar.waitFor({ state: 'detached' });
    // Looking something up reads nothing.
    expect(reads).toEqual([]);
    expect((await fetchFlags(ada, [id])).get(id)).not.toContain('read');
  });

  it('goes anywhere, and begins to write there, by the palette', async () => {
    const topic = unique('palette');
    await sendToChannel(bo, channel, { topic, content: 'found' });
    const hers = await visits.open(ada, '#inbox');
    const { page } = hers;
    const input = page.getByRole('combobox', { name: 'Go to' });
    const open = async (typed: string) => {
      await page.keyboard.press('Control+k');
      await input.fill(typed);
      await page.getByRole('option').first().waitFor();
    };
    await open('starred');
    await input.press('Enter');
    await page.getByRole('heading', { name: 'Starred messages', level: 1 }).waitFor();
    await open(`@${bo.fullName}`);
    await input.press('Shift+Enter');
    await page.waitForURL(new RegExp(`#narrow/dm/${bo.userId}`));
    await hers.compose.and(page.locator(':focus')).waitFor();
    await open(`#${channel.name}`);
    await input.press('Enter');
    await page.waitForURL((url) => url.hash.includes(`channel/${channel.id}-`));
    await page.keyboard.press('Control+k');
    await input.fill('nothing is called that');
    await page.getByText('Nothing is called that').waitFor();
  });

  it('says why messages cannot be fetched, and fetches them when they are asked for again', async () => {
    const topic = unique('failing');
    await sendToChannel(bo, channel, { topic, content: 'there after all' });
    const hers = await visits.open(ada, '#inbox');
    const pattern = '**/json/messages?*';
    await hers.page.route(pattern, (route) =>
      route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not just now' } }),
    );
    await hers.goTo(addressOf.topic(channel, topic));
    await hers.main.getByText('Not just now').waitFor();
    await hers.page.unroute(pattern);
    await hers.main.getByRole('button', { name: 'Try again' }).click();
    await hers.messageWith('there after all').waitFor();
  });
});
