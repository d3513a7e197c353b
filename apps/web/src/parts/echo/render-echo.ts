import workerUrl from './echo.worker?worker&url';
import { scriptAddress } from '../../api/script-address';
import type { LocalEcho } from './echo';
import type { EchoRequest } from './echo-request';
import type { Answered, Asked } from './echo.worker';

/** Milliseconds after which nobody waits for the renderer: by then the message itself is there. */
const LONGEST_MS = 5_000;

/** Renders texts beside the page, which stays free (docs/build/web.md). */
class Renderer {
  private readonly waiting = new Map<number, (answer: Answered | undefined) => void>();
  private readonly worker = new Worker(scriptAddress(workerUrl), { type: 'module' });
  private lastId = 0;

  constructor() {
    this.worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => this.waiting.get(data.id)?.(data));
    this.worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.end();
    });
  }

  async render(request: EchoRequest): Promise<LocalEcho | undefined> {
    const id = ++this.lastId;
    const answer = await new Promise<Answered | undefined>((resolve) => {
      const timer = setTimeout(() => this.end(), LONGEST_MS);
      this.waiting.set(id, (value) => {
        clearTimeout(timer);
        resolve(value);
      });
      this.worker.postMessage({ id, request } satisfies Asked);
    });
    this.waiting.delete(id);
    return answer?.echo;
  }

  /** A script that could not be loaded, or is stuck, answers nothing: nobody waits for it, and the next text tries again. */
  private end(): void {
    this.worker.terminate();
    if (renderer === this) renderer = undefined;
    for (const done of [...this.waiting.values()]) done(undefined);
  }
}

let renderer: Renderer | undefined;

/** @returns undefined where none can be started: the text then stands there as it was typed */
function startedRenderer(): Renderer | undefined {
  try {
    renderer ??= new Renderer();
  } catch {
    return undefined;
  }
  return renderer;
}

/** Loads the renderer, for who is about to send something. */
export function prepareEcho(): void {
  startedRenderer();
}

/** The HTML that the service will make of a text; undefined where that cannot be said here. */
export async function renderEcho(request: EchoRequest): Promise<LocalEcho | undefined> {
  return startedRenderer()?.render(request);
}
