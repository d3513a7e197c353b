import type { WebOrganization } from './organization';
import { type Tab, delay, row } from './tab';

export interface Writing {
  /** From a key to the frame that shows it, in milliseconds, 95 of 100; the browser gives multiples of 8. */
  keyP95: number;
  /** Longest that the page's own code took for a key: it filters everybody's names. */
  filterMs: number;
}

const TEXT = '@Bench User 12 34 @Bench User 7';

/** Types where people are suggested while one writes. */
export async function measureWriting(tab: Tab, organization: WebOrganization): Promise<Writing> {
  const { last } = await organization.ends(0);
  await tab.goTo(`#narrow/channel/${organization.largeChannel}/near/${last}`, row(last));
  const box = tab.page.getByRole('textbox', { name: 'Message' });
  await box.click();
  await delay(500);
  await tab.page.evaluate('bench.noted.events.splice(0)');
  await box.pressSequentially(TEXT, { delay: 120 });
  await tab.page.getByRole('listbox').first().waitFor();
  await delay(300);
  const KEYS = `bench.noted.events.filter(({ name }) => /^(keydown|keypress|beforeinput|input|keyup)$/.test(name))`;
  const durations = await tab.numbers(`${KEYS}.map(({ duration }) => duration)`);
  const work = await tab.numbers(
    `${KEYS}.map(({ processingStart, processingEnd }) => processingEnd - processingStart)`,
  );
  console.log(JSON.stringify(await tab.page.evaluate(`${KEYS}.map((e) => [e.name, e.startTime|0, e.duration, (e.processingEnd-e.processingStart)|0])`)));
  await box.fill('');
  // The browser notes only what took 16 ms or more.
  const all = [...durations, ...Array.from({ length: Math.max(0, TEXT.length - durations.length) }, () => 8)];
  all.sort((a, b) => a - b);
  return { keyP95: all[Math.ceil(all.length * 0.95) - 1] ?? Number.NaN, filterMs: Math.max(0, ...work) };
}
