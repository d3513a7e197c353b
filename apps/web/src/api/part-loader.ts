import { Backoff, type Clock, type Random } from './backoff';

/** Whether a file came; `gone` if the service has no such file, `away` if there was no network, or no answer about it. */
export type Brought = 'there' | 'gone' | 'away';

/** What the browser does for {@link PartLoader}. */
export interface PartFiles {
  /** Brings a script or a style sheet into the browser, without running a script. */
  bring(file: string): Promise<Brought>;
  /** Loads the page anew, which has files of its own. @returns false if that would not help now */
  reload(): boolean;
}

export interface PartLoaderOptions {
  files: PartFiles;
  clock: Clock;
  random: Random;
}

/** An attempt that the browser knows nothing new for is made this often at least (ms). */
const LONGEST_WAIT_MS = 10_000;

/**
 * Loads the parts of the client that do not come with the page. A part that cannot be had is waited for: who asked for it
 * shows that it is on its way, and the rest of the page goes on. Files are brought before anything is imported, because
 * browsers may remember that a module could not be fetched, and never ask for it again.
 */
export class PartLoader {
  private readonly coming = new Map<string, Promise<void>>();
  private readonly waiting = new Set<AbortController>();

  constructor(private readonly options: PartLoaderOptions) {}

  /**
   * @param run imports the part
   * @param files that the part is made of, itself included
   * @throws whatever the part itself throws
   */
  async load<T>(run: () => Promise<T>, files: readonly string[]): Promise<T> {
    await Promise.all(files.map((file) => this.have(file)));
    try {
      return await run();
    } catch (error) {
      if (!this.options.files.reload()) throw error;
      return never();
    }
  }

  /** There may be a network now: what could not be had is asked for again. */
  readonly retry = (): void => {
    for (const pause of [...this.waiting]) pause.abort();
  };

  private have(file: string): Promise<void> {
    const known = this.coming.get(file) ?? this.bring(file);
    this.coming.set(file, known);
    return known;
  }

  private async bring(file: string): Promise<void> {
    const { files, random } = this.options;
    const backoff = new Backoff(random, LONGEST_WAIT_MS);
    for (;;) {
      const brought = await files.bring(file);
      if (brought === 'there') return;
      // A newer release of the service has parts under other names (docs/operate/upgrade.md).
      if (brought === 'gone' && files.reload()) return never();
      await this.pause(backoff.next());
    }
  }

  private async pause(ms: number): Promise<void> {
    const pause = new AbortController();
    this.waiting.add(pause);
    try {
      await this.options.clock.sleep(ms, pause.signal);
    } catch (error) {
      if (!pause.signal.aborted) throw error;
    } finally {
      this.waiting.delete(pause);
    }
  }
}

/** The page is being left: whatever waits for this waits until then. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
