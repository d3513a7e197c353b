import { scriptAddress } from '../script-address';
import type { Parsed } from './parse.worker';
import workerUrl from './parse.worker?worker&url';
import { addPiece } from './pieces';

/** Milliseconds after which a worker that says nothing is given up. */
const LONGEST_MS = 10_000;

/** What of a worker is used; tests have one of their own. */
export interface ParseWorker {
  addEventListener(type: 'message', listener: (event: { data: Parsed }) => void): void;
  addEventListener(type: 'error', listener: (event: { preventDefault(): void }) => void): void;
  postMessage(bytes: ArrayBuffer): void;
  terminate(): void;
}

function startWorker(): ParseWorker {
  return new Worker(scriptAddress(workerUrl), { type: 'module' });
}

/** Puts together what the worker says, a piece at a time, so that no task of the page is long. */
async function assembled(worker: ParseWorker, bytes: ArrayBuffer, failed: Promise<never>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const said = new Promise((resolve, reject) => {
    const waitOn = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(new Error('the worker said nothing')), LONGEST_MS);
    };
    let whole: unknown;
    const take = (message: Parsed): void => {
      if (message.kind === 'frame') whole = JSON.parse(message.frame);
      else if (message.kind === 'piece') addPiece(whole, message.piece);
      else if (message.kind === 'done') return resolve(whole);
      else return reject(new SyntaxError('this is no JSON'));
      waitOn();
    };
    worker.addEventListener('message', ({ data }) => {
      try {
        take(data);
      } catch (error) {
        reject(error);
      }
    });
    waitOn();
    worker.postMessage(bytes);
  });
  try {
    return await Promise.race([said, failed]);
  } finally {
    clearTimeout(timer);
  }
}

/** A parser beside the page, which starts at once and reads one answer. */
export class ApartParser {
  private readonly worker: ParseWorker;
  /** Rejected when its script cannot be loaded, which may be before there is anything to parse. */
  private readonly failed: Promise<never>;

  constructor(start: () => ParseWorker = startWorker) {
    const worker = start();
    this.worker = worker;
    this.failed = new Promise((_resolve, reject) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        reject(new Error('the worker could not be started'));
      });
    });
    // An answer that turns out to be small asks nobody to parse it.
    this.failed.catch(() => undefined);
  }

  /**
   * What a large JSON text says; the page parses it itself where the worker cannot.
   * @throws SyntaxError for what is no JSON
   */
  async parse(bytes: ArrayBuffer): Promise<unknown> {
    try {
      return await assembled(this.worker, bytes, this.failed);
    } catch (error) {
      if (error instanceof SyntaxError) throw error;
      return JSON.parse(new TextDecoder().decode(bytes));
    } finally {
      this.end();
    }
  }

  /** Nothing is to be parsed. */
  end(): void {
    this.worker.terminate();
  }
}
