import { TestClock, settled } from '../test-support/clock';
import { type Brought, PartLoader } from './part-loader';

const PART = 'assets/part.js';
const STYLES = 'assets/part.css';
const SHARED = 'assets/shared.js';

/** A browser whose network is there or not, and a service that has files or not. */
class Network {
  readonly asked: string[] = [];
  readonly gone = new Set<string>();
  isThere = true;
  mayReload = true;
  reloads = 0;

  readonly bring = (file: string): Promise<Brought> => {
    this.asked.push(file);
    return Promise.resolve(!this.isThere ? 'away' : this.gone.has(file) ? 'gone' : 'there');
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
