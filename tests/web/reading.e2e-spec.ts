import { eventually, sharedCluster } from '@stoa/testing';
import type { Page } from 'playwright-core';
import { type Channel, createChannel } from '../support/channels';
import { fetchFlags, sendDirect, sendToChannel } from '../support/messages';
import { type Person, unique } from '../support/people';
import { addressOf, rested } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('reading in a browser', () => {
  let organization: WebOrganization;
  let reader: Person;
  let writer: Person;
  let channel: Channel;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    writer = await organization.createPerson('Writer');
  });
  beforeEach(async () => {
    reader = await organization.createPerson('Reader');
    channel = await createChannel(writer, [reader]);
    // What the service itself said about the channel.
    await reader.client.succeed('POST', '/mark_all_as_read');
  });

  const sendMany = async (count: number, topic: string): Promise<number[]> => {
    const ids: number[] = [];
    for (let position = 1; position <= count; position += 1) {
      ids.push(await sendToChannel(writer, channel, { topic, content: `message number ${position}.` }));
    }
    return ids;
  };

  it('empties the inbox in every tab, conversation by conversation', async () => {
    const topics = [unique('apples'), unique('pears')];
    for (const topic of topics) await sendToChannel(writer, channel, { topic });
    const last = await sendDirect(writer, [reader]);
    const profile = await visits.profileOf(reader);
    const [client, other] = [await visits.tab(profile, '#inbox'), await visits.tab(profile, '#inbox')];
    const hasTitle = (page: Page, pattern: RegExp) => eventually(async () => pattern.test(await page.title()));
    for (const { page } of [client, other]) await hasTitle(page, /^\(3\) /);
    await client.page.bringToFront();
    // By keys: the next unread topic, and the next direct message when there is none left.
    for (const [key, opened, left] of [
      ['n', topics, /^\(2\) /],
      ['n', topics, /^\(1\) /],
      ['p', [writer.fullName], /^[^(]/],
    ] as const) {
      const titles = new RegExp(opened.map((name) => name.replaceAll(/\W/g, '.')).join('|'));
      const before = await client.page.title();
      await client.page.keyboard.press(key);
      await eventually(async () => {
        const title = await client.page.title();
        return title !== before && titles.test(title);
      });
      // The next key comes when this conversation is read: while its messages are fetched, nothing of it is unread here.
      await hasTitle(client.page, left);
    }
    for (const name of [...topics, writer.fullName]) {
      await other.main.getByRole('link', { name }).waitFor({ state: 'detached' });
    }
    await client.goTo('#inbox');
    for (const { main, page } of [client, other]) {
      await main.getByText('You are up to date').waitFor();
      await hasTitle(page, /^Inbox/);
    }
    await eventually(async () => (await fetchFlags(reader, [last])).get(last)?.includes('read'));
  });

  it('begins at the first unread message', async () => {
    const ids = await sendMany(80, 'long');
    await reader.client.succeed('POST', '/messages/flags', { messages: ids.slice(0, 30), op: 'add', flag: 'read' });
    const client = await visits.open(reader, addressOf.topic(channel, 'long'));
    const firstUnread = client.message(ids[30] ?? 0);
    await firstUnread.waitFor();
    await eventually(() => client.isInSight(firstUnread));
    expect(await client.isInSight(client.message(ids[79] ?? 0))).toBe(false);
  });

  it('leads to what is unread above the screen, and does not push it there', async () => {
    await reader.client.succeed('PATCH', '/settings', { web_mark_read_on_scroll_policy: 3 });
    const ids = await sendMany(60, 'jump');
    const at = (position: number) => ids.at(position) ?? 0;
    await reader.client.succeed('POST', '/messages/flags', { messages: ids.slice(0, 10), op: 'add', flag: 'read' });
    const client = await visits.open(reader, `${addressOf.topic(channel, 'jump')}/near/${at(-1)}`);
    await eventually(() => client.isInSight(client.message(at(-1))));
    const way = client.page.getByRole('button', { name: 'To the first unread message' });
    await way.click();
    await eventually(() => client.isInSight(client.message(at(10))));
    await way.waitFor({ state: 'detached' });
    await reader.client.succeed('POST', '/mark_all_as_read');
    await client.wheelTo(client.message(at(-1)), 'down');
    const news = await sendMany(40, 'jump');
    await client.page.getByRole('button', { name: /\d+ new messages/ }).waitFor();
    await eventually(() => client.isInSight(client.message(news[0] ?? 0)));
    expect(await client.isInSight(client.message(news.at(-1) ?? 0))).toBe(false);
  });

  it('opens an old message by its link, goes through the whole history and comes back to it', async () => {
    const ids = await sendMany(220, 'history');
    const at = (position: number) => ids.at(position) ?? 0;
    const link = `${addressOf.topic(channel, 'history')}/near/${at(60)}`;
    const client = await visits.open(reader, link);
    await eventually(() => client.isInSight(client.message(at(60))));
    await client.wheelTo(client.message(at(0)), 'up');
    await client.wheelTo(client.message(at(-1)), 'down');
    await client.goTo('#inbox');
    await client.goTo(link);
    await eventually(() => client.isInSight(client.message(at(60))));
    // Every entry of the history keeps its place, also where several lead to one conversation, and over a reload.
    const placeOf = async (id: number) => (await client.message(id).boundingBox())?.y;
    const before = await rested(() => placeOf(at(58)));
    await client.page.getByRole('feed').hover();
    await client.page.mouse.wheel(0, -137);
    await eventually(async () => (await placeOf(at(58))) !== before);
    const [kept, there] = [at(58), await rested(() => placeOf(at(58)))];
    await client.goTo(`${addressOf.topic(channel, 'history')}/near/${at(200)}`);
    await eventually(() => client.isInSight(client.message(at(200))));
    await client.page.goBack();
    await eventually(async () => Math.abs(((await placeOf(kept)) ?? 0) - there) < 1);
    await client.page.reload();
    await client.message(kept).waitFor();
    await eventually(async () => Math.abs(((await placeOf(kept)) ?? 0) - there) < 1);
    await client.page.goForward();
    await eventually(() => client.isInSight(client.message(at(200))));
  });

  it('takes what is pressed while the list scrolls', async () => {
    const topic = unique('moving');
    const ids = await sendMany(30, topic);
    const client = await visits.open(reader, addressOf.topic(channel, topic));
    await client.message(ids[0] ?? 0).waitFor();
    await rested(() => client.message(ids[0] ?? 0).boundingBox());
    const found = await client.page.evaluate(`(async () => {
      const list = document.querySelector('.messages > *');
      const frame = () => new Promise(requestAnimationFrame);
      const isHit = () => {
        const { left, top, width, height } = list.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('article') !== null;
      };
      // At the change itself: on a slow machine the scroll may be over before the next picture.
      let found;
      const watch = new MutationObserver(() => {
        if (getComputedStyle(list.firstElementChild).pointerEvents === 'none') found ??= isHit();
      });
      watch.observe(list.firstElementChild, { attributes: true, attributeFilter: ['style'] });
      const until = performance.now() + 10_000;
      for (let way = -20; found === undefined; way = -way) {
        if (performance.now() > until) throw new Error('the list never counts as scrolling');
        list.scrollTop += way;
        await frame();
      }
      return found;
    })()`);
    expect(found).toBe(true);
  });

  it('stays at the same message and pixel from a feed into its conversation', async () => {
    const ids = await sendMany(30, 'pixel');
    await sendToChannel(writer, channel, { topic: 'other' });
    const watched = ids[20] ?? 0;
    const client = await visits.open(reader, `${addressOf.channel(channel)}/near/${watched}`);
    const placeOf = async () => (await client.message(watched).boundingBox())?.y;
    await client.message(watched).waitFor();
    const there = await rested(placeOf);
    await client.main.locator('.top-header').getByRole('link', { name: 'pixel' }).click();
    await client.page.waitForURL(/topic\/pixel/);
    await client.message(watched).waitFor();
    await eventually(async () => Math.abs(((await placeOf()) ?? 0) - there) < 2);
  });

  it('shows a topic that another tab writes to, and what the person reads there stays read', async () => {
    const first = await sendToChannel(writer, channel, { topic: 'live' });
    const client = await visits.open(reader, addressOf.topic(channel, 'live'));
    await client.message(first).waitFor();
    const second = await sendToChannel(writer, channel, { topic: 'live' });
    await client.message(second).waitFor();
    await eventually(async () =>
      [...(await fetchFlags(reader, [first, second])).values()].every((flags) => flags.includes('read')),
    );
    await client.page.reload();
    await client.message(second).waitFor();
    // What was kept of before is shown for a moment.
    await client.page.locator('[data-unread]').first().waitFor({ state: 'detached' });
  });

  it('follows the end of a talk while earlier messages get longer and shorter', async () => {
    const topic = unique('talk');
    const ids = [await sendToChannel(writer, channel, { topic })];
    const client = await visits.open(reader, addressOf.topic(channel, topic));
    await client.message(ids[0] ?? 0).waitFor();
    // Until somebody has looked for a moment, what comes is unread, and not pushed out of sight.
    await client.page.locator('[data-unread]').first().waitFor({ state: 'detached' });
    for (let position = 1; position <= 30; position += 1) {
      const content = position % 3 === 0 ? '```\nseveral\nlines\n```' : `message number ${position}.`;
      ids.push(await sendToChannel(writer, channel, { topic, content }));
      const edited = ids[position >> 1] ?? 0;
      const text = position % 4 === 0 ? 'Longer.\n\nBy a paragraph.' : 'Shorter.';
      if (position % 2 === 0) await writer.client.succeed('PATCH', `/messages/${edited}`, { content: text });
      // More than a screen at once would stop at the first unread message.
      if (position % 5 === 0) await eventually(() => client.isInSight(client.message(ids.at(-1) ?? 0)));
    }
    await client.page.locator('[data-unread]').first().waitFor({ state: 'detached' });
  });

  it('draws a message that comes, and none of those that are there already', async () => {
    const topic = unique('lively');
    const ids = await sendMany(20, topic);
    await reader.client.succeed('POST', '/mark_all_as_read');
    const client = await visits.open(reader, addressOf.topic(channel, topic));
    await client.message(ids[19] ?? 0).waitFor();
    // What is out of sight comes in a pause.
    await client.message(ids[0] ?? 0).waitFor({ state: 'attached' });
    // The parts of a message write down its time whenever they are drawn.
    await client.page.evaluate(`(() => {
      const write = Date.prototype.toISOString;
      window.drawn = 0;
      Date.prototype.toISOString = function () {
        window.drawn += 1;
        return write.call(this);
      };
    })()`);
    const id = await sendToChannel(writer, channel, { topic, content: 'One more.' });
    await client.message(id).waitFor();
    await client.page.locator('[data-unread]').first().waitFor({ state: 'detached' });
    await eventually(async () => (await client.message(ids[19] ?? 0).getAttribute('aria-setsize')) === '21');
    const drawn: unknown = await client.page.evaluate('window.drawn');
    // When it came, and when it was read.
    expect(drawn).toBeGreaterThanOrEqual(1);
    expect(drawn).toBeLessThanOrEqual(4);
  });

  it('shows in an open search what comes and fits, and says where one joined or left a channel', async () => {
    const word = unique('word').replace(/\W/g, '');
    const topic = unique('flow');
    await sendToChannel(writer, channel, { topic, content: `the ${word} of before` });
    const search = await visits.open(reader, `#narrow/search/${word}`);
    await search.messageWith('of before').waitFor();
    await sendToChannel(writer, channel, { topic, content: 'something else' });
    await sendToChannel(writer, channel, { topic, content: `the ${word} of now` });
    await search.messageWith('of now').waitFor();
    expect(await search.messageWith('something else').count()).toBe(0);
    expect(await search.messageWith('of now').locator('.highlight').innerText()).toBe(word);
    const client = await visits.open(reader, addressOf.topic(channel, topic));
    await client.messageWith('of now').waitFor();
    await reader.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [channel.name] });
    await client.page.getByText('You are no longer subscribed to the channel.').waitFor();
    await reader.client.succeed('POST', '/users/me/subscriptions', { subscriptions: [{ name: channel.name }] });
    await client.page.getByText('You subscribed to the channel.').waitFor();
  });

  it('keeps unread what was marked so, over a reload, until the channel is marked as read in all tabs', async () => {
    const topic = unique('again');
    const ids = await sendMany(3, topic);
    await reader.client.succeed('POST', '/mark_all_as_read');
    const profile = await visits.profileOf(reader);
    const client = await visits.tab(profile, addressOf.topic(channel, topic));
    const other = await visits.tab(profile, '#inbox');
    await client.page.bringToFront();
    await client.message(ids[1] ?? 0).focus();
    await client.page.keyboard.press('Shift+U');
    await eventually(async () => expect(await other.page.title()).toMatch(/^\(2\) /));
    await eventually(async () => !(await fetchFlags(reader, ids)).get(ids[1] ?? 0)?.includes('read'));
    await other.page.reload();
    await other.main.getByRole('link', { name: topic }).waitFor();
    expect([...(await fetchFlags(reader, ids)).values()].map((flags) => flags.includes('read'))).toEqual([
      ...[true, false, false],
    ]);
    await other.page.bringToFront();
    await other.sidebar.getByRole('button', { name: `Menu of ${channel.name}` }).click();
    await other.page.getByRole('menuitem', { name: 'Mark as read' }).click();
    for (const { page } of [client, other]) await eventually(async () => !(await page.title()).startsWith('('));
  });

  it('says which channels cannot have unread messages', async () => {
    const word = unique('kiwi').replaceAll(' ', '');
    const elsewhere = await createChannel(writer);
    const id = await sendToChannel(writer, channel, { topic: 'fruit', content: `${word} here` });
    await sendToChannel(writer, elsewhere, { topic: 'fruit', content: `${word} there` });
    await reader.client.succeed('POST', '/mark_all_as_read');
    const client = await visits.open(reader, `#narrow/channels/public/search/${word}`);
    await client.messageWith('there').waitFor();
    await client.message(id).focus();
    await client.page.keyboard.press('Shift+U');
    await client.page.getByText(`stay read: #${elsewhere.name}`).waitFor();
    await eventually(async () => !(await fetchFlags(reader, [id])).get(id)?.includes('read'));
  });
});
