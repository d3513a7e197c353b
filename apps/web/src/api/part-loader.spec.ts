import { TestClock, settled } from '../test-support/clock';
import { type Brought, PartLoader, type Transfer } from './part-loader';

const PART = 'assets/part.js';
const STYLES = 'assets/part.css';
const SHARED = 'assets/shared.js';

/** A browser whose network is there or not, and a service that has files or not. */
class Network {
  readonly asked: string[] = [];
  readonly styles: string[] = [];
  /** Files that come when the test says so. */
  readonly slow = new Map<string, (brought: Brought) => void>();
  readonly transfers: Transfer[] = [];
  readonly gone = new Set<string>();
  isThere = true;
  hangs = false;
  mayReload = true;
  reloads = 0;

  readonly bring = (file: string, transfer: Transfer): Promise<Brought> => {
    this.asked.push(file);
    if (this.slow.has(file)) return new Promise((resolve) => this.slow.set(file, resolve));
    if (this.hangs) {
      this.transfers.push(transfer);
      return new Promise((resolve) => transfer.signal.addEventListener('abort', () => resolve('away')));
    }
    return Promise.resolve(!this.isThere ? 'away' : this.gone.has(file) ? 'gone' : 'there');
  };

  readonly addStyles = (file: string): Promise<boolean> => {
    this.styles.push(file);
    return Promise.resolve(this.isThere);
  };

  readonly reload = (): boolean => {
    if (this.isThere && this.mayReload) this.reloads += 1;
    return this.isThere && this.mayReload;
  };
}

describe('parts of the client', () => {
  let network: Network;
  let clock: TestClock;
  let loader: PartLoader;
  let imported: number;
  const run = (): Promise<string> => Promise.resolve(`part ${(imported += 1)}`);

  beforeEach(() => {
    network = new Network();
    clock = new TestClock();
    loader = new PartLoader({ files: network, clock, random: () => 1 });
    imported = 0;
  });

  it('are imported when all of their files are there, which come once', async () => {
    await expect(loader.load(run, [PART, SHARED, STYLES])).resolves.toBe('part 1');
    await expect(loader.load(run, [SHARED])).resolves.toBe('part 2');
    expect(network.asked).toEqual([PART, SHARED, STYLES]);
  });

  it('have their style sheets in order, whichever comes first', async () => {
    const sheets = ['assets/shared.css', 'assets/other.css', STYLES];
    for (const file of sheets) network.slow.set(file, () => undefined);
    const part = loader.load(run, [PART, ...sheets]);
    for (const file of sheets.toReversed()) {
      await settled();
      expect(network.styles).toEqual([]);
      network.slow.get(file)?.('there');
    }
    await expect(part).resolves.toBe('part 1');
    await loader.load(run, [STYLES]);
    expect(network.styles).toEqual(sheets);
  });

  it('wait for a style sheet that cannot be had when it is added', async () => {
    network.slow.set(STYLES, () => undefined);
    const part = loader.load(run, [PART, STYLES]);
    network.isThere = false;
    network.slow.get(STYLES)?.('there');
    network.slow.clear();
    await clock.advance(60_000);
    expect(imported).toBe(0);
    network.isThere = true;
    await clock.advance(10_000);
    await expect(part).resolves.toBe('part 1');
  });

  it('may take long where something comes, and are asked for anew where nothing does', async () => {
    network.hangs = true;
    void loader.load(run, [PART]);
    for (let count = 0; count < 5; count += 1) {
      await clock.advance(29_000);
      network.transfers[0]?.note();
    }
    await clock.advance(29_999);
    expect(network.asked).toHaveLength(1);
    await clock.advance(1);
    expect(network.asked).toHaveLength(2);
  });

  it('that hang are asked for anew when there may be a network', async () => {
    network.hangs = true;
    const part = loader.load(run, [PART]);
    await clock.advance(9_999);
    loader.retry();
    await settled();
    expect(network.asked).toHaveLength(1);
    await clock.advance(1);
    network.hangs = false;
    loader.retry();
    await expect(part).resolves.toBe('part 1');
    expect(network.asked).toHaveLength(2);
  });

  it('wait for the network: nothing is imported that would be remembered as missing, and nothing fails', async () => {
    network.isThere = false;
    const part = loader.load(run, [PART]);
    await clock.advance(60_000);
    expect(imported).toBe(0);
    network.isThere = true;
    await clock.advance(10_000);
    await expect(part).resolves.toBe('part 1');
    expect(network.reloads).toBe(0);
  });

  it('are asked for less and less often', async () => {
    network.isThere = false;
    void loader.load(run, [PART]);
    await clock.advance(100 + 200 + 400);
    expect(network.asked).toHaveLength(4);
    await clock.advance(600_000);
    const often = network.asked.length;
    await clock.advance(10_000);
    expect(network.asked).toHaveLength(often + 1);
  });

  it('are asked for at once when there may be a network', async () => {
    network.isThere = false;
    const parts = [loader.load(run, [PART, SHARED]), loader.load(run, [SHARED])];
    await clock.advance(60_000);
    network.isThere = true;
    loader.retry();
    await expect(Promise.all(parts)).resolves.toEqual(['part 1', 'part 2']);
  });

  it('load the page anew when a newer release has taken their place', async () => {
    network.gone.add(PART);
    void loader.load(run, [PART]);
    await clock.advance(60_000);
    expect([network.reloads, imported]).toEqual([1, 0]);
  });

  it('wait where that was in vain, as during a rollout', async () => {
    network.gone.add(PART);
    network.mayReload = false;
    const part = loader.load(run, [PART]);
    await clock.advance(60_000);
    network.gone.clear();
    await clock.advance(10_000);
    await expect(part).resolves.toBe('part 1');
  });

  it('that fail by themselves load the page anew, and say so where that does not help', async () => {
    const broken = (): Promise<never> => Promise.reject(new Error('broken'));
    const part = loader.load(broken, [PART]);
    await settled();
    expect(network.reloads).toBe(1);
    network.mayReload = false;
    await expect(loader.load(broken, [PART])).rejects.toThrow('broken');
    await expect(Promise.race([part, Promise.resolve('waits')])).resolves.toBe('waits');
  });
});
