import { idle, noteFirstView, whenIdle } from './when-idle';

describe('whenIdle', () => {
  let done: string[];
  let frames: (() => void)[];
  let resting: (() => void)[];
  const work = (): void => void done.push('work');
  const frame = (): void => frames.splice(0).forEach((run) => run());
  const rest = (): void => resting.splice(0).forEach((run) => run());

  beforeEach(() => {
    vi.useFakeTimers();
    [done, frames, resting] = [[], [], []];
    vi.stubGlobal('document', { visibilityState: 'visible' });
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
    vi.stubGlobal('cancelAnimationFrame', () => (frames.length = 0));
    vi.stubGlobal('requestIdleCallback', (run: () => void) => resting.push(run));
    vi.stubGlobal('cancelIdleCallback', () => (resting.length = 0));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('waits until what is drawn now is painted, and then for rest', () => {
    whenIdle(work);
    rest();
    frame();
    rest();
    expect(done).toEqual([]);
    frame();
    expect(done).toEqual([]);
    rest();
    expect(done).toEqual(['work']);
  });

  it('does not wait for a picture that nobody sees', () => {
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    whenIdle(work);
    rest();
    expect(done).toEqual(['work']);
  });

  it('goes on in a page that is hidden before it is painted', () => {
    whenIdle(work);
    vi.advanceTimersByTime(4_000);
    rest();
    expect(done).toEqual(['work']);
  });

  it('can be called off at any time', () => {
    whenIdle(work)();
    const callOff = whenIdle(work);
    frame();
    callOff();
    const callOffLater = whenIdle(work);
    frame();
    frame();
    callOffLater();
    vi.advanceTimersByTime(10_000);
    frame();
    frame();
    rest();
    expect(done).toEqual([]);
  });

  it('does not wait for ever for a first view that cannot be had', async () => {
    vi.resetModules();
    const anew = await import('./when-idle');
    void anew.idle().then(() => void done.push('work'));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(frames).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    frame();
    frame();
    rest();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['work']);
  });

  it('waits for the first view, which may take many frames', async () => {
    void idle().then(() => void done.push('work'));
    frame();
    frame();
    await Promise.resolve();
    expect(frames).toEqual([]);
    noteFirstView();
    await vi.advanceTimersByTimeAsync(0);
    expect(frames).toHaveLength(1);
    frame();
    frame();
    rest();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['work']);
  });

  it('waits for a while where the browser cannot say that it is idle', () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    whenIdle(work);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(300);
    expect(done).toEqual(['work']);
  });
});
