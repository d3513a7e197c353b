import { eventually } from '../test-support/eventually';
import { ownershipByLocks } from './ownership';

/** The browser's locks, shared by the tabs of a test: what is asked for is granted in order. */
class FakeLocks {
  private readonly held = new Map<string, (() => void)[]>();

  request = async (
    name: string,
    { ifAvailable = false, signal }: LockOptions,
    got: (lock: { name: string } | null) => Promise<void> | undefined,
  ): Promise<void> => {
    const queue = this.held.get(name);
    if (queue && ifAvailable) return got(null);
    if (queue) {
      await new Promise<void>((resolve, reject) => {
        queue.push(resolve);
        signal?.addEventListener('abort', () => reject(new DOMException('left', 'AbortError')));
      });
    } else this.held.set(name, []);
    await got({ name });
    const next = this.held.get(name)?.shift();
    if (next) next();
    else this.held.delete(name);
  };
}

describe('who sends a message', () => {
  let leaving: AbortController;
  const tab = (owner = 'host 7') => ownershipByLocks(owner, leaving.signal);

  beforeEach(() => {
    leaving = new AbortController();
    vi.stubGlobal('navigator', { locks: new FakeLocks() });
  });
  afterEach(() => {
    leaving.abort();
    vi.unstubAllGlobals();
  });

  it('is the tab that took it first, until it lets go', async () => {
    const [first, second] = [tab(), tab()];
    expect([await first.take('a'), await second.take('a'), await second.take('b')]).toEqual([true, false, true]);
    let isMine = false;
    const waiting = second.await('a').then(() => (isMine = true));
    await Promise.resolve();
    expect(isMine).toBe(false);
    first.release('a');
    await waiting;
    expect(await first.take('a')).toBe(false);
  });

  it('does not mix up accounts', async () => {
    expect([await tab('host 7').take('a'), await tab('host 8').take('a')]).toEqual([true, true]);
  });

  it('is heard of in the other tabs of the account, until that is left', async () => {
    const heard: string[] = [];
    const [first, second, other] = [tab(), tab(), tab('host 8')];
    for (const [name, each] of Object.entries({ first, second, other })) each.listen((key) => heard.push(name + key));
    first.announce('a');
    await eventually(() => expect(heard).toEqual(['seconda']));
    leaving.abort();
    expect(() => first.announce('b')).not.toThrow();
  });

  it('stops waiting when the account is left', async () => {
    await tab().take('a');
    const waiting = tab().await('a');
    leaving.abort();
    await waiting;
  });

  it('is every tab where the browser has no locks, or gives none', async () => {
    vi.stubGlobal('navigator', {});
    expect([await tab().take('a'), await tab().take('a')]).toEqual([true, true]);
    // Each would send it.
    tab().listen(() => expect.fail('nobody is told'));
    tab().announce('a');
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('not here')) } });
    expect(await tab().take('a')).toBe(true);
    expect(reported).toHaveLength(1);
  });
});
