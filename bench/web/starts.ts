import type { Browser } from 'playwright-core';
import { median } from '../support/statistics';
import type { WebOrganization } from './organization';
import { Tab, delay } from './tab';

/** What the home view shows of a conversation with unread messages. */
const INBOX_ROW = '.inbox-row';
const ROWS_READABLE = 10;
/** Work of a start may come this long after the view is readable. */
const SETTLE_MS = 2_000;

export interface Starts {
  scriptBytes: number;
  styleBytes: number;
  fontBytes: number;
  /** Milliseconds, medians. */
  firstPaint: number;
  readable: number;
  /** Until a key that was pressed as soon as the view was readable has had its effect. */
  answersKey: number;
  longestTask: number;
  blocking: number;
  warmReadable: number;
  warmLive: number;
}

interface Start {
  firstPaint: number;
  readable: number;
  answersKey: number;
  tasks: number[];
}

/** Bytes of files with this ending. The client fetches a part and imports it from the cache: each file counts once. */
async function transferred(tab: Tab, ending: string): Promise<number> {
  return tab.number(
    `[...new Map(performance.getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('${ending}'))
      .map(({ name, encodedBodySize }) => [name, encodedBodySize])).values()].reduce((sum, size) => sum + size, 0)`,
  );
}

/** From the navigation to a view that can be read and answers keys. */
async function start(tab: Tab): Promise<Start> {
  const readable = await tab.painted(INBOX_ROW, ROWS_READABLE);
  await tab.page.keyboard.press('q');
  const answersKey = await tab.painted('input:focus');
  const firstPaint = await tab.number(`performance.getEntriesByType('paint')[0].startTime`);
  await delay(SETTLE_MS);
  return { firstPaint, readable, answersKey, tasks: await tab.takeLongTasks() };
}

/** The first poll after the state is there: from then on nothing is missed. */
async function live(tab: Tab): Promise<number> {
  return tab.number(
    `(async () => { while (bench.noted.polls.length === 0) await bench.frame(); return bench.noted.polls[0]; })()`,
  );
}

/** Starts of the client with nothing in the browser's cache, then again in the same profile. */
export async function measureStarts(browser: Browser, organization: WebOrganization, repeats: number): Promise<Starts> {
  const cold: Start[] = [];
  const warm: { readable: number; live: number }[] = [];
  const bytes = { scriptBytes: 0, styleBytes: 0, fontBytes: 0 };
  for (let count = 0; count < repeats; count += 1) {
    const profile = await Tab.profile(browser, organization);
    const first = await Tab.open(profile);
    cold.push(await start(first));
    await first.page.close();
    const again = await Tab.open(profile);
    warm.push({ readable: await again.painted(INBOX_ROW, ROWS_READABLE), live: await live(again) });
    await profile.close();
  }
  // Parts that are loaded when the browser has time are not needed for the view: counted are those until it is readable.
  const profile = await Tab.profile(browser, organization);
  const tab = await Tab.open(profile);
  await tab.painted(INBOX_ROW, ROWS_READABLE);
  bytes.scriptBytes = await transferred(tab, '.js');
  bytes.styleBytes = await transferred(tab, '.css');
  bytes.fontBytes = (await transferred(tab, '.woff2')) + (await transferred(tab, '.woff'));
  await profile.close();
  const of = (pick: (one: Start) => number): number => median(cold.map(pick));
  return {
    ...bytes,
    firstPaint: of((one) => one.firstPaint),
    readable: of((one) => one.readable),
    answersKey: of((one) => one.answersKey),
    longestTask: of(({ tasks }) => Math.max(0, ...tasks)),
    blocking: of(({ tasks }) => tasks.reduce((sum, task) => sum + task - 50, 0)),
    warmReadable: median(warm.map(({ readable }) => readable)),
    warmLive: median(warm.map((one) => one.live)),
  };
}
