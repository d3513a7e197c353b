import { forEachWide } from '../support/load';
import { p95 } from '../support/statistics';
import type { WebOrganization } from './organization';
import { Tab, delay, row } from './tab';

export interface LiveFigures {
  /** From the arrival of the answer to the frame that shows the message, in milliseconds, 95 of 100. */
  eventToPaintP95: number;
  burstMs: number;
  burstLongestTask: number;
  idleCpuShare: number;
  idleRequestsPerMinute: number;
  offlineMs: number;
  offlinePixels: number;
  lostQueueMs: number;
  lostQueuePixels: number;
  /** Whether text and caret of the compose box survived the lost queue. */
  keepsText: boolean;
  polls: number;
  presenceReports: number;
  lastTabMs: number;
}

export interface LivePlan {
  messages: number;
  burst: number;
  idleSeconds: number;
  offlineSeconds: number;
  tabs: number;
  tabSeconds: number;
}

const OTHER_TOPIC = 'elsewhere';

const LAST_ANSWER = 'bench.noted.answers.at(-1)';

/** A topic of its own, in which the reader has read everything. @returns the id of its message */
async function openTopic(tab: Tab, organization: WebOrganization, topic: string): Promise<number> {
  const id = await organization.send(0, topic, 'Here it is.');
  await tab.goTo(`#narrow/channel/${organization.largeChannel}/topic/${encodeURIComponent(topic)}`, row(id));
  await delay(1_000);
  return id;
}

async function measureEventToPaint(tab: Tab, organization: WebOrganization, count: number): Promise<number> {
  const topic = 'timed';
  await openTopic(tab, organization, topic);
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = await organization.send(0, topic, `Message ${n} of those that are timed.`);
    // Whether the frame was seen before this question came does not matter: the page notes both itself.
    times.push(await tab.number(`(async () => (await bench.painted('${row(id)}')) - ${LAST_ANSWER})()`));
    await delay(50);
  }
  return p95(times);
}

/**
 * While the page is away, many messages come: they arrive in one answer. The first of them is waited for, because the list
 * does not push what is unread out of sight.
 */
async function measureBurst(
  tab: Tab,
  organization: WebOrganization,
  count: number,
): Promise<{ ms: number; task: number }> {
  const topic = 'burst';
  await openTopic(tab, organization, topic);
  await tab.context.setOffline(true);
  const ids: number[] = [];
  await forEachWide(
    Array.from({ length: count }, (_, index) => index),
    16,
    async (index) => {
      ids.push(await organization.send(0, topic, `Message ${index} of a burst.`));
    },
  );
  await tab.takeLongTasks();
  const answers = await tab.number('bench.noted.answers.length');
  await tab.context.setOffline(false);
  const ms = await tab.number(`(async () => {
    const painted = await bench.painted('${row(Math.min(...ids))}');
    return painted - bench.noted.answers[${answers}];
  })()`);
  return { ms, task: Math.max(0, ...(await tab.takeLongTasks())) };
}

async function measureOffline(
  tab: Tab,
  organization: WebOrganization,
  seconds: number,
): Promise<{ ms: number; pixels: number }> {
  const last = await openTopic(tab, organization, 'offline');
  await tab.context.setOffline(true);
  await delay(seconds * 1000);
  // In another conversation: what the reader looks at must stay where it is.
  await organization.send(1, OTHER_TOPIC, 'While you were away.');
  const top = await tab.topOf(row(last));
  const before = await tab.page.title();
  const from = performance.now();
  await tab.context.setOffline(false);
  await tab.number(
    `(async () => { while (document.title === ${JSON.stringify(before)}) await bench.frame(); return 0; })()`,
  );
  const ms = performance.now() - from;
  return { ms, pixels: Math.abs((await tab.topOf(row(last))) - top) };
}

async function measureLostQueue(
  tab: Tab,
  organization: WebOrganization,
): Promise<{ ms: number; pixels: number; keepsText: boolean }> {
  const topic = 'lost queue';
  const last = await openTopic(tab, organization, topic);
  const text = 'A text that is not finished';
  const box = tab.page.getByRole('textbox', { name: 'Message' });
  await box.fill(text);
  await tab.page.evaluate(`document.activeElement.setSelectionRange(7, 7)`);
  const top = await tab.topOf(row(last));
  const poll = tab.requests.findLast(({ path, method }) => path === 'events' && method === 'GET');
  const queueId = poll && new URL(poll.url).searchParams.get('queue_id');
  if (!queueId) throw new Error('the page polls no queue');
  const from = performance.now();
  await organization.deleteQueue(queueId);
  const id = await organization.send(0, topic, 'After the queue was lost.');
  await tab.painted(row(id));
  const ms = performance.now() - from;
  // The end of the conversation stays in sight, so the rows move up by one.
  const caret = await tab.number('document.activeElement.selectionStart');
  const keepsText = (await box.inputValue()) === text && caret === 7;
  const moved = (await tab.topOf(row(last))) - top;
  const expected = -(await tab.number(`document.querySelector('${row(id)}').getBoundingClientRect().height`));
  await box.fill('');
  return { ms, pixels: Math.max(0, Math.abs(moved) - Math.abs(expected)), keepsText };
}

async function measureIdle(tab: Tab, seconds: number): Promise<{ share: number; perMinute: number }> {
  await delay(3_000);
  const [worked, asked] = [await tab.taskSeconds(), tab.requests.length];
  await delay(seconds * 1000);
  return {
    share: ((await tab.taskSeconds()) - worked) / seconds,
    perMinute: ((tab.requests.length - asked) / seconds) * 60,
  };
}

/** Many tabs of one profile: one of them polls and reports for all. */
async function measureTabs(
  first: Tab,
  { tabs: count, tabSeconds }: LivePlan,
): Promise<{ polls: number; presenceReports: number; lastTabMs: number }> {
  const tabs = [first];
  let lastTabMs = 0;
  while (tabs.length < count) {
    const tab = await Tab.open(first.context);
    lastTabMs = await tab.painted('.inbox-row', 5);
    tabs.push(tab);
  }
  await delay(1_000);
  for (const tab of tabs) tab.requests.splice(0);
  await delay(tabSeconds * 1000);
  const who = (path: string): number => tabs.filter((tab) => tab.requests.some((one) => one.path === path)).length;
  const figures = { polls: who('events'), presenceReports: who('users/me/presence'), lastTabMs };
  await Promise.all(tabs.slice(1).map((tab) => tab.page.close()));
  return figures;
}

export async function measureLive(tab: Tab, organization: WebOrganization, plan: LivePlan): Promise<LiveFigures> {
  const eventToPaintP95 = await measureEventToPaint(tab, organization, plan.messages);
  const burst = await measureBurst(tab, organization, plan.burst);
  const lost = await measureLostQueue(tab, organization);
  const idle = await measureIdle(tab, plan.idleSeconds);
  const offline = await measureOffline(tab, organization, plan.offlineSeconds);
  return {
    ...{ eventToPaintP95, burstMs: burst.ms, burstLongestTask: burst.task },
    ...{ idleCpuShare: idle.share, idleRequestsPerMinute: idle.perMinute },
    ...{ offlineMs: offline.ms, offlinePixels: offline.pixels },
    ...{ lostQueueMs: lost.ms, lostQueuePixels: lost.pixels, keepsText: lost.keepsText },
    ...(await measureTabs(tab, plan)),
  };
}
