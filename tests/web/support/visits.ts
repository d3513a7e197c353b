import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { signIn } from '../../support/browsers';
import type { Person } from '../../support/person';
import { theBrowser } from './chromium';
import { ClientPage } from './client-page';
import { watchFaults } from './faults';

/** As long as `eventually` waits: a bound for what does not come, not a measure. */
const PATIENCE_MS = 30_000;
/** Most journeys write: theirs is a browser in which the box for that was left open. */
const LEFT_OPEN = `if (location.origin !== 'null' && self === top && !localStorage.getItem('stoa.composeIsOpen')) {
  localStorage.setItem('stoa.composeIsOpen', 'true');
}`;

interface Place {
  /** Where a browser finds the organization. */
  url: string;
  /** Other hosts that its pages lead to. */
  leadsTo?: readonly string[];
}

/** Browser profiles of one test: each has its own cookies and storage, and all are closed after the test. */
class Visits {
  private readonly contexts: BrowserContext[] = [];
  private readonly faults: string[] = [];

  constructor(private readonly place: () => Place) {}

  /** A profile in which nobody is signed in. */
  async context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const { url, leadsTo = [] } = this.place();
    const browser = await theBrowser();
    const context = await browser.newContext({ baseURL: url, locale: 'en-US', reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(LEFT_OPEN);
    watchFaults(context, [url, ...leadsTo], this.faults);
    this.contexts.push(context);
    return context;
  }

  /** A page of a profile in which nobody is signed in, at a path. */
  async stranger(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (await this.context(options)).newPage();
    await page.goto(path);
    return page;
  }

  /** A profile in which somebody is signed in. */
  async profileOf(person: Person, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.context(options);
    const [name = '', value = ''] = ((await signIn(person)).cookie ?? '').split('=');
    await context.addCookies([{ name, value, url: this.place().url, httpOnly: true, sameSite: 'Lax' }]);
    return context;
  }

  /** The client as somebody sees it who opens an address. */
  async open(person: Person, hash = '', options: BrowserContextOptions = {}): Promise<ClientPage> {
    return this.tab(await this.profileOf(person, options), hash);
  }

  /** One more tab of a profile in which somebody is signed in. */
  async tab(profile: BrowserContext, hash = ''): Promise<ClientPage> {
    const page = await profile.newPage();
    await page.goto(`/${hash}`);
    const client = new ClientPage(page);
    await client.main.waitFor();
    return client;
  }

  /** What went wrong in the pages although nobody may have seen it; asked for once. */
  takeFaults(): string[] {
    return this.faults.splice(0);
  }

  async close(): Promise<void> {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
  }
}

/**
 * Browsers for the tests of a file. After each test they are closed, and none of its pages may have failed, broken the
 * content policy or asked another host.
 */
export function useVisits(place: () => Place): Visits {
  const visits = new Visits(place);
  afterEach(async () => {
    const faults = visits.takeFaults();
    await visits.close();
    expect(faults).toEqual([]);
  });
  return visits;
}
