import { Backoff, type Clock, type Random } from './backoff';

/** Whether a file came; `gone` if the service has no such file, `away` if there was no network, or no answer about it. */
export type Brought = 'there' | 'gone' | 'away';

/** A file on its way. */
export interface Transfer {
  /** Aborted when nothing seems to come any more. */
  readonly signal: AbortSignal;
  /** To be called when something came. */
  readonly note: () => void;
}

/** What the browser does for {@link PartLoader}. */
export interface PartFiles {
  /** Brings a script or a style sheet into the browser's cache. */
  bring(file: string, transfer: Transfer): Promise<Brought>;
  /**
   * Puts a style sheet that was brought after those which the page has, or where it stands already.
   * @returns false if it cannot be had any more
   */
  addStyles(file: string): Promise<boolean>;
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
/** A file of which nothing comes for so long (ms) is asked for anew: its connection may be dead without anybody knowing. */
const LONGEST_SILENCE_MS = 30_000;
/** So much silence (ms) is enough where there is a sign that the service can be reached. */
const DOUBTFUL_SILENCE_MS = 10_000;

/** One attempt to bring a file. */
class Attempt implements Transfer {
  private readonly cut = new AbortController();
  private heardAt: number;
  readonly signal = this.cut.signal;

  constructor(private readonly clock: Clock) {
    this.heardAt = clock.now();
  }

  readonly note = (): void => void (this.heardAt = this.clock.now());

  /** Ends it if nothing came for so long (ms). */
  cutIfSilent(ms: number): void {
    if (this.clock.now() - this.heardAt >= ms) this.cut.abort();
  }

  /** Looks after it until it ends. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!this.signal.aborted && !signal.aborted) {
      const left = this.heardAt + LONGEST_SILENCE_MS - this.clock.now();
      try {
        await this.clock.sleep(left, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      this.cutIfSilent(LONGEST_SILENCE_MS);
    }
  }
}

/**
 * Loads the parts of the client that do not come with the page. A part that cannot be had is waited for: who asked for it
 * shows that it is on its way, and the rest of the page goes on. Files are brought before anything is imported, because
 * browsers may remember that a module could not be fetched, and never ask for it again.
 */
export class PartLoader {
  private readonly coming = new Map<string, Promise<void>>();
  private readonly styles = new Map<string, Promise<void>>();
  private readonly attempts = new Set<Attempt>();
  private readonly waiting = new Set<AbortController>();

  constructor(private readonly options: PartLoaderOptions) {}

  /**
   * @param run imports the part
   * @param files that the part is made of, itself included; style sheets in the order in which they apply
   * @throws whatever the part itself throws
   */
  async load<T>(run: () => Promise<T>, files: readonly string[]): Promise<T> {
    await Promise.all(files.map((file) => once(this.coming, file, () => this.bring(file))));
    // Not as each comes: of rules that weigh the same, the later one applies.
    const styles = files.filter((file) => file.endsWith('.css'));
    await Promise.all(styles.map((file) => once(this.styles, file, () => this.addStyles(file))));
    try {
      return await run();
    } catch (error) {
      if (!this.options.files.reload()) throw error;
      return never();
    }
  }

  /** There may be a network now: what could not be had is asked for again, and so is what hangs. */
  readonly retry = (): void => {
    for (const pause of [...this.waiting]) pause.abort();
    for (const attempt of this.attempts) attempt.cutIfSilent(DOUBTFUL_SILENCE_MS);
  };

  private async bring(file: string): Promise<void> {
    const { files, random } = this.options;
    const backoff = new Backoff(random, LONGEST_WAIT_MS);
    for (;;) {
      const brought = await this.attempt(file);
      if (brought === 'there') return;
      // A newer release of the service has parts under other names (docs/operate/upgrade.md).
      if (brought === 'gone' && files.reload()) return never();
      if (brought !== 'silent') await this.pause(backoff.next());
    }
  }

  /** @returns `silent` if nothing came for long enough to ask again */
  private async attempt(file: string): Promise<Brought | 'silent'> {
    const attempt = new Attempt(this.options.clock);
    const over = new AbortController();
    this.attempts.add(attempt);
    const watching = attempt.watch(over.signal);
    try {
      const brought = await this.options.files.bring(file, attempt);
      return brought === 'away' && attempt.signal.aborted ? 'silent' : brought;
    } finally {
      this.attempts.delete(attempt);
      over.abort();
      await watching;
    }
  }

  private async addStyles(file: string): Promise<void> {
    const backoff = new Backoff(this.options.random, LONGEST_WAIT_MS);
    while (!(await this.options.files.addStyles(file))) {
      await this.pause(backoff.next());
      await this.bring(file);
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

/** What a file waits for is begun once. */
function once(known: Map<string, Promise<void>>, file: string, begin: () => Promise<void>): Promise<void> {
  const promise = known.get(file) ?? begin();
  known.set(file, promise);
  return promise;
}

/** The page is being left: whatever waits for this waits until then. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
