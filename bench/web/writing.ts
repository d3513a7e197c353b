import { p95 } from '../support/statistics';
import type { WebOrganization } from './organization';
import { type Tab, delay, row } from './tab';

export interface Writing {
  /** From a key to the frame that shows it, in milliseconds, 95 of 100. */
  keyP95: number;
  /** What the page's own code took for a key while names were suggested, in milliseconds, 95 of 100: it filters them all. */
  filterP95: number;
}

const TEXT = '@Bench User 12 34 @Bench User 7';

/**
 * Notes for each key when the page has handled it, and when the next frame was handed over. The browser's own timing of
 * events counts until a frame is presented, which without a screen may be a second later.
 */
const WATCH_KEYS = `(() => {
  const keys = { frames: [], work: [] };
  bench.keys = keys;
  const channel = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
  let startedAt = 0;
  document.addEventListener('keydown', () => (startedAt = performance.now()), true);
  document.addEventListener('input', (event) => {
    const from = Math.min(event.timeStamp, startedAt);
    channel().then(() => keys.work.push(performance.now() - startedAt));
    requestAnimationFrame(() => channel().then(() => keys.frames.push(performance.now() - from)));
  }, true);
})()`;

/** Types where people are suggested while one writes. */
export async function measureWriting(tab: Tab, organization: WebOrganization): Promise<Writing> {
  const { last } = await organization.ends(0);
  await tab.goTo(`#narrow/channel/${organization.largeChannel}/near/${last}`, row(last));
  const box = tab.page.getByRole('textbox', { name: 'Message' });
  await box.click();
  await delay(500);
  await tab.page.evaluate(WATCH_KEYS);
  await box.pressSequentially(TEXT, { delay: 120 });
  await tab.page.getByRole('listbox').first().waitFor();
  await delay(300);
  const frames = await tab.numbers('bench.keys.frames');
  const work = await tab.numbers('bench.keys.work');
  await box.fill('');
  if (frames.length < TEXT.length) throw new Error('the box did not take every key');
  // The first key opens the list, the others filter what it shows.
  return { keyP95: p95(frames), filterP95: p95(work.slice(1)) };
}
