import { p95, summarize } from '../support/statistics';
import type { Conversation, WebOrganization } from './organization';
import { type Tab, delay, row } from './tab';

const WHEEL_PIXELS = 1_200;
const CHECK_EVERY = 10;
/** So often the place may be looked at without having moved: then the list has stopped, and would never arrive. */
const MOST_STANDING = 100;

export interface Conversations {
  /** Milliseconds until the conversation is painted, 95 of 100. */
  heldP95: number;
  otherP95: number;
  /** Share of frames of at most 20 ms, from 0 to 1. */
  smoothFrames: number;
  longestFrameMs: number;
  longestBlankMs: number;
  mostNodes: number;
  scrolledMessages: number;
  toStartMs: number;
  backMs: number;
  shift: number;
  anchorPixels: number;
}

const addressOf = ({ channelId, topic }: Conversation): string =>
  `#narrow/channel/${channelId}/topic/${encodeURIComponent(topic)}`;

/** So many conversations are surely held, the last that were opened: the client drops others (web.md 2.10). */
const MOST_HELD = 10;

/** Opens conversations for the first time, and as often those that are held by then, by turns. */
async function measureSwitches(
  tab: Tab,
  conversations: readonly Conversation[],
): Promise<{ other: number[]; held: number[] }> {
  const other: number[] = [];
  const held: number[] = [];
  const visit = async (one: Conversation, into: number[]): Promise<void> => {
    into.push(await tab.goTo(addressOf(one), row(one.firstId)));
    await delay(300);
  };
  for (const one of conversations) await visit(one, other);
  const recent = conversations.slice(-MOST_HELD);
  while (held.length < conversations.length) for (const one of recent) await visit(one, held);
  return { other, held };
}

/** Notes every frame, whether something stands in the middle of the list, and how much the document holds. */
const WATCH_FRAMES = `(() => {
  const seen = { gaps: [], blankMs: 0, longestBlankMs: 0, mostNodes: 0, isOver: false };
  const feed = document.querySelector('[role="feed"]').getBoundingClientRect();
  let last = performance.now();
  let frames = 0;
  const look = (now) => {
    const gap = now - last;
    last = now;
    seen.gaps.push(gap);
    // By rectangles: while a list scrolls, nothing in it is found under the pointer.
    const rows = [...document.querySelectorAll('[role="feed"] article')].map((one) => one.getBoundingClientRect());
    const isBlank = ![0.25, 0.5, 0.75].some((part) => {
      const y = feed.top + feed.height * part;
      return rows.some(({ top, bottom }) => top <= y && y <= bottom);
    });
    seen.blankMs = isBlank ? seen.blankMs + gap : 0;
    seen.longestBlankMs = Math.max(seen.longestBlankMs, seen.blankMs);
    if (frames++ % 10 === 0) seen.mostNodes = Math.max(seen.mostNodes, document.querySelectorAll('*').length);
    if (!seen.isOver) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  bench.scroll = seen;
})()`;

const TOP_ID = `(() => {
  const feed = document.querySelector('[role="feed"]').getBoundingClientRect();
  const rows = [...document.querySelectorAll('[data-message-id]')].filter((one) => one.getBoundingClientRect().bottom > feed.top);
  return Math.min(...rows.map((one) => Number(one.dataset.messageId)));
})()`;

async function scrollBack(tab: Tab, lastId: number, messages: number): Promise<number> {
  await tab.page.getByRole('feed').hover();
  let top = lastId;
  let standing = 0;
  for (let turn = 1; lastId - top < messages; turn += 1) {
    await tab.page.mouse.wheel(0, -WHEEL_PIXELS);
    if (turn % CHECK_EVERY !== 0) continue;
    const before = top;
    top = await tab.number(TOP_ID);
    standing = top === before ? standing + 1 : 0;
    if (standing > MOST_STANDING) throw new Error(`the list stands ${lastId - top} messages above its end`);
  }
  return lastId - top;
}

/** How far a row moves while older messages are put above it and nobody scrolls. */
async function measureAnchor(tab: Tab): Promise<number> {
  await tab.page.mouse.wheel(0, -WHEEL_PIXELS);
  const anchor = row(await tab.number(`new Promise((resolve) => setTimeout(() => resolve(${TOP_ID}), 150))`));
  return tab.number(`(async () => {
    const from = bench.topOf('${anchor}');
    let most = 0;
    const until = performance.now() + 1500;
    while (performance.now() < until) {
      await bench.frame();
      const now = bench.topOf('${anchor}');
      if (now !== null && from !== null) most = Math.max(most, Math.abs(now - from));
    }
    return most;
  })()`);
}

/** Code, pictures and plain lines, by turns. */
function livelyText(organization: WebOrganization, n: number): string {
  if (n % 5 === 0) return `\`\`\`python\ndef f${n}(): pass\n\`\`\``;
  return n % 5 === 2 ? `Picture ${n}:\n\n${organization.picture(n)}` : `Line ${n} of a lively talk.`;
}

/** Somebody writes, edits and reacts where the reader looks. */
async function liveSession(tab: Tab, organization: WebOrganization, count: number): Promise<number> {
  const topic = 'a lively topic';
  const first = await organization.send(0, topic, 'It begins.');
  await tab.goTo(addressOf({ channelId: organization.largeChannel, topic, firstId: first }), row(first));
  await delay(500);
  await tab.takeShift();
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = await organization.send(0, topic, livelyText(organization, n));
    ids.push(id);
    if (n % 3 === 0) await organization.react(id);
    if (n % 4 === 0) await organization.edit(ids[n >> 1] ?? id, `Edited ${n}.\n\nWith a second paragraph.`);
    await tab.painted(row(id));
  }
  await delay(500);
  return tab.takeShift();
}

export async function measureConversations(
  tab: Tab,
  organization: WebOrganization,
  { switches, scrolled, messages }: { switches: number; scrolled: number; messages: number },
): Promise<Conversations> {
  const conversations = await organization.conversations(switches);
  const { other, held } = await measureSwitches(tab, conversations);
  const { first, last } = await organization.ends(0);
  const channel = `#narrow/channel/${organization.largeChannel}`;
  await tab.goTo(`${channel}/near/${last}`, row(last));
  await delay(500);
  await tab.page.evaluate(WATCH_FRAMES);
  const scrolledMessages = await scrollBack(tab, last, scrolled);
  const gaps = await tab.numbers('(() => { bench.scroll.isOver = true; return bench.scroll.gaps; })()');
  const [longestBlankMs = 0, mostNodes = 0] = await tab.numbers(
    '[bench.scroll.longestBlankMs, bench.scroll.mostNodes]',
  );
  const anchorPixels = await measureAnchor(tab);
  const toStartMs = await tab.goTo(`${channel}/near/${first}`, row(first));
  const backMs = await tab.goTo(`${channel}/near/${last}`, row(last));
  return {
    ...{ heldP95: p95(held), otherP95: p95(other), scrolledMessages, longestBlankMs, mostNodes, anchorPixels },
    ...{ toStartMs, backMs, smoothFrames: gaps.filter((gap) => gap <= 20).length / gaps.length },
    longestFrameMs: summarize(gaps).max,
    shift: await liveSession(tab, organization, messages),
  };
}
