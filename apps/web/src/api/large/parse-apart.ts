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
function assembled(worker: ParseWorker, bytes: ArrayBuffer): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the worker said nothing')), LONGEST_MS);
    let whole: unknown;
    const take = (message: Parsed): void => {
      if (message.kind === 'frame') whole = JSON.parse(message.frame);
      else if (message.kind === 'piece') addPiece(whole, message.piece);
      else clearTimeout(timer);
      if (message.kind === 'done') resolve(whole);
      if (message.kind === 'no-json') reject(new SyntaxError('this is no JSON'));
    };
    worker.addEventListener('message', ({ data }) => {
      try {
        take(data);
      } catch (error) {
        reject(error);
      }
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      clearTimeout(timer);
      reject(new Error('the worker could not be started'));
    });
    worker.postMessage(bytes);
  });
}

/** A parser beside the page, which starts at once and reads one answer. */
export class ApartParser {
  private readonly worker: ParseWorker;

  constructor(start: () => ParseWorker = startWorker) {
    this.worker = start();
  }

  /**
   * What a large JSON text says; the page parses it itself where the worker cannot.
   * @throws SyntaxError for what is no JSON
   */
  async parse(bytes: ArrayBuffer): Promise<unknown> {
    try {
      return await assembled(this.worker, bytes);
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
