import type { EchoRequest } from './echo-request';
import type { Asked } from './echo.worker';
import { prepareEcho, renderEcho } from './render-echo';

const REQUEST = { content: 'x' } as unknown as EchoRequest;
const ECHO = { html: '<p>x</p>', isMeMessage: false };

describe('the renderer beside the page', () => {
  let started: FakeWorker[];

  class FakeWorker extends EventTarget {
    readonly asked: Asked[] = [];
    readonly terminate = vi.fn();
    constructor() {
      super();
      started.push(this);
    }
    postMessage(asked: Asked): void {
      this.asked.push(asked);
    }
    answer(): void {
      for (const { id } of this.asked) {
        this.dispatchEvent(Object.assign(new Event('message'), { data: { id, echo: ECHO } }));
      }
    }
    fail(): void {
      this.dispatchEvent(new Event('error', { cancelable: true }));
    }
  }

  beforeEach(() => {
    started = [];
    vi.stubGlobal('Worker', FakeWorker);
  });
  afterEach(() => {
    // The next test begins without one.
    started.at(-1)?.fail();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is started once, and answers each text', async () => {
    prepareEcho();
    const both = [renderEcho(REQUEST), renderEcho(REQUEST)];
    started[0]?.answer();
    expect(await Promise.all(both)).toEqual([ECHO, ECHO]);
    expect(started).toHaveLength(1);
    expect(started[0]?.terminate).not.toHaveBeenCalled();
  });

  it('ends when its script fails: nobody waits for it, and another one is started', async () => {
    const both = [renderEcho(REQUEST), renderEcho(REQUEST)];
    started[0]?.fail();
    expect(await Promise.all(both)).toEqual([undefined, undefined]);
    expect(started[0]?.terminate).toHaveBeenCalledOnce();
    const next = renderEcho(REQUEST);
    started[1]?.answer();
    expect(await next).toEqual(ECHO);
  });

  it('ends when it is stuck', async () => {
    vi.useFakeTimers();
    const stuck = renderEcho(REQUEST);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await stuck).toBeUndefined();
    expect(started[0]?.terminate).toHaveBeenCalledOnce();
    prepareEcho();
    expect(started).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves texts as they were typed where it cannot be started', async () => {
    vi.stubGlobal('Worker', function NoWorker() {
      throw new DOMException('none here', 'SecurityError');
    });
    expect(() => prepareEcho()).not.toThrow();
    expect(await renderEcho(REQUEST)).toBeUndefined();
  });
});
