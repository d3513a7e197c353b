import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { theBrowser } from '../chromium';

/** A rule of the renderer taken away: what its source has, and what stands there instead. */
export interface Removal {
  file: RegExp;
  rule: RegExp;
  instead: string;
}

/** What the page did, beside what it shows. */
export interface Harm {
  /** Of scripts. */
  runs: number;
  /** Addresses of other hosts that were asked for. */
  requests: string[];
  /** What was shown although it must not be. */
  faults: string[];
}

interface Bundle {
  script: string;
  styles: string;
}

const WEB = path.join(__dirname, '../../../../apps/web');
const ORIGIN = 'http://client.test';
const AT_ONCE = 250;

/** The client's renderer as one script. */
async function bundle(removal?: Removal): Promise<Bundle> {
  let removed = removal === undefined;
  const result = await build({
    configFile: path.join(WEB, 'vite.config.ts'),
    logLevel: 'silent',
    plugins: [
      {
        name: 'without-a-rule',
        enforce: 'pre',
        // The client's own entries and parts; a library is one file.
        config: ({ build: client }) => void delete client?.rolldownOptions,
        transform(code, id) {
          if (!removal?.file.test(id)) return null;
          const changed = code.replace(removal.rule, removal.instead);
          removed ||= changed !== code;
          return changed;
        },
      },
    ],
    build: {
      write: false,
      minify: false,
      lib: {
        entry: path.join(WEB, 'src/test-support/hostile-page.ts'),
        formats: ['iife'],
        name: 'hostile',
        cssFileName: 'style',
      },
    },
  });
  if (!removed) throw new Error(`there is no rule ${String(removal?.rule)} to remove`);
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []));
  const styles = outputs.find(({ fileName }) => fileName.endsWith('.css'));
  const script = outputs.find((output) => output.type === 'chunk');
  if (styles?.type !== 'asset' || script?.type !== 'chunk') throw new Error('the renderer was not built');
  return { script: script.code, styles: String(styles.source) };
}

/** No policy of the browser helps here: what the renderer lets through does its harm. */
function documentOf({ styles }: Bundle): string {
  return `<!doctype html><style>${styles}</style>
<style>#guard { height: 40px; width: 100px } #place { height: 500px; overflow: hidden } #place > * { position: absolute; top: 60px; width: 600px }</style>
<button id="guard">Guard</button><div id="place"></div>
<script>globalThis.runs = 0; globalThis.attack = () => { runs += 1; };</script>
<script src="/renderer.js"></script>`;
}

/** A page of its own that shows messages with the client's renderer, and what they do to it. */
export class RendererPage {
  private readonly requests: string[] = [];
  private faults: string[] = [];

  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
  ) {}

  static async open(removal?: Removal): Promise<RendererPage> {
    const built = await bundle(removal);
    const context = await (await theBrowser()).newContext();
    const opened = new RendererPage(context, await context.newPage());
    await context.route('**/*', async (route) => {
      const url = new URL(route.request().url());
      if (url.origin !== ORIGIN) opened.requests.push(url.href);
      else if (url.pathname === '/') return route.fulfill({ contentType: 'text/html', body: documentOf(built) });
      else if (url.pathname === '/renderer.js') {
        return route.fulfill({ contentType: 'text/javascript', body: built.script });
      }
      return route.abort();
    });
    await opened.page.goto(ORIGIN);
    return opened;
  }

  async show(messages: readonly string[]): Promise<void> {
    for (let from = 0; from < messages.length; from += AT_ONCE) {
      const some = messages.slice(from, from + AT_ONCE);
      const faults = await this.page.evaluate(`hostilePage.show(${JSON.stringify(some)})`);
      this.faults.push(...(faults as string[]));
    }
  }

  async showRaw(messages: readonly string[]): Promise<void> {
    await this.page.evaluate(`hostilePage.showRaw(${JSON.stringify(messages)})`);
  }

  async harm(): Promise<Harm> {
    return { runs: await this.page.evaluate('runs'), requests: this.requests, faults: this.faults };
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
