import type { Browser, BrowserContext, CDPSession, Page, Request } from 'playwright-core';
import type { WebOrganization } from './organization';

const PATIENCE_MS = 60_000;
const VIEWPORT = { width: 1280, height: 800 };

/**
 * Runs in every page before its own scripts: notes what the browser reports, and waits for what is painted by its own
 * clock, which knows nothing of the way to this process.
 */
const PROBE = `globalThis.bench = (() => {
  const noted = { tasks: [], shifts: [], polls: [], answers: [] };
  const ask = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    const isPoll = String(args[0]?.url ?? args[0]).includes('/json/events');
    if (isPoll) noted.polls.push(performance.now());
    const answer = await ask(...args);
    if (isPoll) noted.answers.push(performance.now());
    if (!isPoll || answer.headers.get('content-type') !== 'text/event-stream') return answer;
    // Of a stream, each piece is an answer.
    const note = new TransformStream({
      transform: (piece, controller) => {
        noted.answers.push(performance.now());
        controller.enqueue(piece);
      },
    });
    const { status, statusText, headers } = answer;
    return new Response(answer.body.pipeThrough(note), { status, statusText, headers });
  };
  const watch = (type, list) =>
    new PerformanceObserver((entries) => list.push(...entries.getEntries())).observe({ type, buffered: true });
  watch('longtask', noted.tasks);
  watch('layout-shift', noted.shifts);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const shown = (selector) => {
    const element = document.querySelector(selector);
    return element !== null && element.getClientRects().length > 0;
  };
  /** Milliseconds since the page began, of the first frame after something is shown. */
  const painted = async (selector, count = 1) => {
    const until = performance.now() + ${PATIENCE_MS};
    while (!(shown(selector) && document.querySelectorAll(selector).length >= count)) {
      if (performance.now() > until) throw new Error('never shown: ' + selector);
      await frame();
    }
    await frame();
    return performance.now();
  };
  const at = async (address, selector) => {
    const from = performance.now();
    location.hash = address;
    return (await painted(selector)) - from;
  };
  const topOf = (selector) => document.querySelector(selector)?.getBoundingClientRect().top ?? null;
  return { noted, frame, painted, at, topOf };
})();`;

/** One page of somebody who is signed in, with what the browser notes about it. */
export class Tab {
  /** Addresses below /json that are asked for, in order. */
  readonly requests: { path: string; method: string; url: string }[] = [];

  private constructor(
    readonly page: Page,
    readonly cdp: CDPSession,
    readonly context: BrowserContext,
  ) {
    page.on('request', (request) => this.note(request));
  }

  /** A profile of its own, in which the reader is signed in. */
  static async profile(browser: Browser, organization: WebOrganization): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-US', baseURL: organization.url });
    context.setDefaultTimeout(PATIENCE_MS);
    const { name, value } = await organization.signIn();
    await context.addCookies([{ name, value, url: organization.url, httpOnly: true, sameSite: 'Lax' }]);
    await context.addInitScript(PROBE);
    // As somebody left it who writes.
    await context.addInitScript(
      `if (location.origin !== 'null' && self === top) localStorage.setItem('stoa.composeIsOpen', 'true')`,
    );
    return context;
  }

  static async open(context: BrowserContext, hash = ''): Promise<Tab> {
    const page = await context.newPage();
    const tab = new Tab(page, await context.newCDPSession(page), context);
    await page.goto(`/${hash}`);
    return tab;
  }

  /** @param code of the page; awaited there. @returns what it gives, which must be a number */
  async number(code: string): Promise<number> {
    const value: unknown = await this.page.evaluate(code);
    if (typeof value !== 'number' || Number.isNaN(value)) throw new Error(`no number: ${code} gave ${String(value)}`);
    return value;
  }

  async numbers(code: string): Promise<number[]> {
    const values: unknown = await this.page.evaluate(code);
    if (!Array.isArray(values)) throw new Error(`no list: ${code}`);
    return values.map(Number);
  }

  /** Milliseconds from the navigation until so many elements are painted. */
  painted(selector: string, count = 1): Promise<number> {
    return this.number(`bench.painted(${JSON.stringify(selector)}, ${count})`);
  }

  /** Milliseconds from a change of the address until an element is painted. */
  goTo(hash: string, selector: string): Promise<number> {
    return this.number(`bench.at(${JSON.stringify(hash)}, ${JSON.stringify(selector)})`);
  }

  /** Durations (ms) of the tasks above 50 ms since the last call. */
  takeLongTasks(): Promise<number[]> {
    return this.numbers('bench.noted.tasks.splice(0).map(({ duration }) => duration)');
  }

  /** The sum of unexpected layout shifts since the last call. */
  takeShift(): Promise<number> {
    return this.number(
      'bench.noted.shifts.splice(0).filter((one) => !one.hadRecentInput).reduce((sum, { value }) => sum + value, 0)',
    );
  }

  topOf(selector: string): Promise<number> {
    return this.number(`bench.topOf(${JSON.stringify(selector)})`);
  }

  /** Bytes of the heap, after a collection. */
  async heapBytes(): Promise<number> {
    await this.cdp.send('HeapProfiler.enable');
    await this.cdp.send('HeapProfiler.collectGarbage');
    await this.cdp.send('HeapProfiler.collectGarbage');
    return (await this.cdp.send('Runtime.getHeapUsage')).usedSize;
  }

  async domNodes(): Promise<number> {
    return (await this.cdp.send('Memory.getDOMCounters')).nodes;
  }

  /** How many elements are in memory, after a collection, although no document has them. */
  async detached(selector: string): Promise<number> {
    await this.cdp.send('HeapProfiler.enable');
    await this.cdp.send('HeapProfiler.collectGarbage');
    const { result: prototype } = await this.cdp.send('Runtime.evaluate', { expression: 'HTMLElement.prototype' });
    if (!prototype.objectId) throw new Error('the page has no elements');
    const { objects } = await this.cdp.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId });
    const { result } = await this.cdp.send('Runtime.callFunctionOn', {
      objectId: objects.objectId,
      // The prototypes of single kinds of elements are among them, and are none.
      functionDeclaration: `function (selector) {
        const elements = this.filter((one) => one instanceof HTMLElement && !Object.hasOwn(one, 'constructor'));
        return elements.filter((one) => !one.isConnected && one.matches(selector)).length;
      }`,
      arguments: [{ value: selector }],
      returnByValue: true,
    });
    if (objects.objectId) await this.cdp.send('Runtime.releaseObject', { objectId: objects.objectId });
    const count: unknown = result.value;
    if (typeof count !== 'number') throw new Error(`no number of detached elements: ${String(count)}`);
    return count;
  }

  /** Seconds that the page's process has worked. */
  async taskSeconds(): Promise<number> {
    await this.cdp.send('Performance.enable');
    const { metrics } = await this.cdp.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === 'TaskDuration');
    if (!found) throw new Error('the browser does not say how long it has worked');
    return found.value;
  }

  private note(request: Request): void {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/json/')) {
      this.requests.push({ path: url.pathname.slice('/json/'.length), method: request.method(), url: request.url() });
    }
  }
}

export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const row = (messageId: number): string => `[data-message-id="${messageId}"]`;
