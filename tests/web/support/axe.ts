import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  rule: string;
  places: string[];
}

/** Every link of the client names a place of the page; those that are scrolled out of sight would count as links that skip. */
const CONFIGURE = `axe.configure({ rules: [{ id: 'skip-link', selector: '.skip-links a' }] })`;

/** Rules that depend on the theme; the others are asked once. */
const OF_COLOURS = ['color-contrast'];

const RUN = `(options) => axe.run(document, { resultTypes: ['violations'], ...options }).then(({ violations }) =>
  violations.map(({ id, nodes }) => ({ rule: id, places: nodes.map(({ html, failureSummary }) =>
    html.slice(0, 200) + ' ' + (failureSummary ?? '').slice(0, 200)) })))`;

async function run(page: Page, options: object): Promise<Finding[]> {
  return page.evaluate(`(${RUN})(${JSON.stringify(options)})`);
}

/** Resolves when nothing is being loaded, and nothing has changed for a moment. */
const QUIET = `new Promise((resolve) => {
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (document.querySelector('[aria-busy="true"]') ? wait() : finish()), 250);
  };
  const observer = new MutationObserver(wait);
  const finish = () => { observer.disconnect(); resolve(undefined); };
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  wait();
})`;

/** What axe-core finds wrong in a page as it is now, in both themes: a line for each rule, with its first places. */
export async function findingsOf(page: Page): Promise<string[]> {
  await page.evaluate(QUIET);
  if (!(await page.evaluate(`'axe' in globalThis`))) {
    await page.evaluate(SOURCE);
    await page.evaluate(CONFIGURE);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await run(page, {});
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await run(page, { runOnly: OF_COLOURS });
  const lines = (theme: string, findings: Finding[]): string[] =>
    findings.map(({ rule, places }) => `${theme}: ${rule} (${places.length}): ${places.slice(0, 3).join(' | ')}`);
  return [...lines('light', light), ...lines('dark', dark)];
}
