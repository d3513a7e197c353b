import { eventually, sharedCluster } from '@stoa/testing';
import type { BrowserContext } from 'playwright-core';
import { type Channel, createChannel } from '../support/channels';
import { sendToChannel } from '../support/messages';
import { type Person, unique } from '../support/people';
import { type ClientPage, addressOf, rested } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

/** How many parts of states are kept, once each is complete. */
async function keptRecords(client: ClientPage): Promise<number> {
  const kept = await client.keptNames(' record ');
  return kept.some((name) => name.endsWith(' record ')) ? kept.length : 0;
}

describe('the connection of a browser', () => {
  let organization: WebOrganization;
  let reader: Person;
  let writer: Person;
  let channel: Channel;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    writer = await organization.createPerson('Writer');
    reader = await organization.createPerson('Reader');
    channel = await createChannel(writer, [reader]);
  });

  /** Ids of the queues that a profile polls, in the order of their first poll. */
  function watchQueues(profile: BrowserContext): Set<string> {
    const queues = new Set<string>();
    profile.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/json/events') queues.add(searchParams.get('queue_id') ?? '');
    });
    return queues;
  }

  it('is one for all tabs of a profile, and outlives the tab that had it', async () => {
    const topic = unique('tabs');
    await sendToChannel(writer, channel, { topic });
    const profile = await visits.profileOf(reader);
    const queues = watchQueues(profile);
    const tabs = [];
    for (let count = 0; count < 3; count += 1) tabs.push(await visits.tab(profile, addressOf.topic(channel, topic)));
    const [leader, ...others] = tabs;
    await sendToChannel(writer, channel, { topic, content: 'to all' });
    for (const tab of tabs) await tab.messageWith('to all').waitFor();
    await leader?.page.close();
    await sendToChannel(writer, channel, { topic, content: 'to the rest' });
    for (const tab of others) await tab.messageWith('to the rest').waitFor();
    expect(queues.size).toBe(1);
  });

  it('says that it is lost, and shows what was missed when it is back', async () => {
    const topic = unique('away');
    await sendToChannel(writer, channel, { topic, content: 'before' });
    const profile = await visits.profileOf(reader);
    const client = await visits.tab(profile, addressOf.topic(channel, topic));
    await client.messageWith('before').waitFor();
    await profile.setOffline(true);
    await client.banner('You are offline').waitFor();
    await sendToChannel(writer, channel, { topic, content: 'meanwhile' });
    await profile.setOffline(false);
    await client.messageWith('meanwhile').waitFor();
    await client.banner('You are offline').waitFor({ state: 'detached' });
  });

  it('lets a part of the client that is asked for meanwhile wait, which comes by itself when it is back', async () => {
    const topic = unique('part');
    await sendToChannel(writer, channel, { topic });
    const profile = await visits.profileOf(reader);
    const client = await visits.tab(profile);
    await client.main.getByText(topic).waitFor();
    await client.page.evaluate('globalThis.isSamePage = true');
    await profile.setOffline(true);
    await client.goTo('#recent');
    await client.main.getByText('Loading').waitFor();
    await client.banner('You are offline').waitFor();
    await client.sidebar.getByText(channel.name).waitFor();
    await profile.setOffline(false);
    await client.main.getByRole('link', { name: topic }).waitFor();
    expect(await client.page.evaluate('globalThis.isSamePage')).toBe(true);
  });

  it('moves nothing on the screen when the queue is lost in the middle of the history', async () => {
    const topic = unique('history');
    const ids: number[] = [];
    for (let count = 0; count < 120; count += 1) ids.push(await sendToChannel(writer, channel, { topic }));
    const middle = ids[60] ?? 0;
    const profile = await visits.profileOf(reader);
    const queues = watchQueues(profile);
    const client = await visits.tab(profile, `${addressOf.topic(channel, topic)}/near/${middle}`);
    await eventually(() => client.isInSight(client.message(middle)));
    const own = await sendToChannel(reader, channel, { topic, content: 'to be corrected' });
    await client.compose.fill('half a senten');
    await eventually(() => queues.size === 1);
    const before = await rested(() => client.message(middle).boundingBox());
    const [queue] = queues;
    await reader.client.succeed('DELETE', '/events', { queue_id: queue });
    await eventually(() => queues.size === 2);
    const id = await sendToChannel(writer, channel, { topic: unique('elsewhere') });
    await eventually(async () => (await client.sidebar.innerText()).includes('elsewhere'));
    expect(id).toBeGreaterThan(middle);
    expect(await client.message(middle).boundingBox()).toEqual(before);
    expect(await client.compose.inputValue()).toBe('half a senten');
    expect(await client.page.evaluate('document.activeElement?.tagName')).toBe('TEXTAREA');
    await client.goTo(`${addressOf.topic(channel, topic)}/near/${own}`);
    await client.message(own).focus();
    await client.page.keyboard.press('e');
    const edited = client.page.getByRole('textbox', { name: 'Text of the message' });
    await edited.fill('corrected');
    await reader.client.succeed('DELETE', '/events', { queue_id: [...queues].at(-1) });
    await eventually(() => queues.size === 3);
    await client.page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
    expect(await edited.inputValue()).toBe('corrected');
    await edited.press('ControlOrMeta+Enter');
    await client.message(own).getByText('corrected', { exact: true }).waitFor();
    await edited.waitFor({ state: 'detached' });
  });

  it('shows what it kept while the service is slow to tell the present, and nothing of it after signing out', async () => {
    const renamed = await createChannel(writer, [reader]);
    const profile = await visits.profileOf(reader);
    const client = await visits.tab(profile);
    await client.sidebar.getByText(renamed.name).waitFor();
    await eventually(async () => (await keptRecords(client)) > 0);
    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    await profile.route('**/json/register', async (route) => {
      await isAnswered;
      await route.continue();
    });
    const name = unique('renamed');
    await writer.client.succeed('PATCH', `/streams/${renamed.id}`, { new_name: name });
    await client.page.reload();
    await client.sidebar.getByText(renamed.name).waitFor();
    answer();
    await client.sidebar.getByText(name).waitFor();
    await client.page.getByRole('button', { name: 'Your menu' }).click();
    await client.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await client.page.getByLabel('Password').waitFor();
    expect(await keptRecords(client)).toBe(0);
  });

  it('says while it starts that the service lets it wait, and starts as soon as it does not', async () => {
    const profile = await visits.profileOf(reader);
    let isBusy = true;
    await profile.route('**/json/register', (route) =>
      isBusy
        ? route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { result: 'error', msg: 'Slow down' } })
        : route.continue(),
    );
    const page = await profile.newPage();
    await page.goto('/#inbox');
    await page.getByText('The service has not answered yet.').waitFor();
    isBusy = false;
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  });

  it('loads newer code on the way to another view, unless somebody is writing', async () => {
    const profile = await visits.profileOf(reader);
    let isTold = false;
    await profile.route('**/json/events?*', async (route) => {
      const last = Number(new URL(route.request().url()).searchParams.get('last_event_id'));
      // Of an id that the queue has had: the page acknowledges nothing that was not there.
      const events = [{ id: last, type: 'web_reload_client', immediate: false }];
      if (isTold) return route.continue();
      isTold = true;
      return route.fulfill({ json: { result: 'success', msg: '', events } });
    });
    const client = await visits.tab(profile, addressOf.topic(channel, unique('release')));
    await client.page.getByRole('button', { name: 'Load anew' }).waitFor();
    let loads = 0;
    client.page.on('load', () => (loads += 1));
    await client.compose.fill('not finished');
    await client.goTo('#recent');
    await client.page.getByRole('heading', { name: 'Recent conversations', level: 1 }).waitFor();
    expect(loads).toBe(0);
    await client.goTo('#inbox');
    await eventually(() => loads === 1);
    await client.page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  });

  it('gives a message that the service refuses back to who wrote it', async () => {
    const profile = await visits.profileOf(reader);
    await profile.route('**/json/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not like this' } })
        : route.continue(),
    );
    const client = await visits.tab(profile, addressOf.topic(channel, unique('refused')));
    await client.write('to be mended');
    await client.outgoing.filter({ hasText: 'Not like this' }).getByRole('button', { name: 'Edit' }).click();
    await eventually(async () => (await client.compose.inputValue()) === 'to be mended');
    await client.outgoing.waitFor({ state: 'detached' });
  });
});
