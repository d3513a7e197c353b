import { heedCloseRequest } from './close-request';

class FakeWatcher extends EventTarget {
  static readonly open = new Set<FakeWatcher>();

  constructor() {
    super();
    FakeWatcher.open.add(this);
  }

  destroy(): void {
    FakeWatcher.open.delete(this);
  }
}

afterEach(() => vi.unstubAllGlobals());

describe('what lies over the page', () => {
  it('is closed when the browser wants it, and asks for nothing once it is gone', () => {
    vi.stubGlobal('CloseWatcher', FakeWatcher);
    const onClose = vi.fn();
    const end = heedCloseRequest(onClose);
    for (const watcher of FakeWatcher.open) watcher.dispatchEvent(new Event('close'));
    expect(onClose).toHaveBeenCalledOnce();
    end();
    expect(FakeWatcher.open.size).toBe(0);
  });

  it('stays where the browser says nothing of that', () => {
    vi.stubGlobal('CloseWatcher', undefined);
    expect(heedCloseRequest(() => undefined)()).toBeUndefined();
  });
});
