import { type Pages, openFrom, tellClosed } from './worker-clicks';
import type { WorkerNote } from './worker-notes';

const data = { messageId: 7, hash: '#narrow/dm/9/near/7' };
const note = { tag: 'dm/9', data };

interface Window {
  focused?: boolean;
  visibilityState?: DocumentVisibilityState;
}

function pagesWith(...windows: Window[]) {
  const told: [number, WorkerNote][] = [];
  const focused: number[] = [];
  const opened: string[] = [];
  const pages: Pages = {
    matchAll: async () =>
      windows.map(({ focused: isFocused = false, visibilityState = 'hidden' }, number) => ({
        ...{ focused: isFocused, visibilityState },
        focus: async () => focused.push(number),
        postMessage: (message) => told.push([number, message]),
      })),
    openWindow: async (url) => opened.push(url),
  };
  return { pages, told, focused, opened };
}

describe('the worker that notifications outlive their page with', () => {
  it('leads in the window that was used last', async () => {
    const { pages, told, focused, opened } = pagesWith({}, { visibilityState: 'visible' }, {});
    await openFrom(pages, note);
    expect(told).toEqual([[1, { kind: 'notification-click', ...note }]]);
    expect([focused, opened]).toEqual([[1], []]);
  });

  it('prefers the focused window, and takes one that sleeps', async () => {
    const focused = pagesWith({ visibilityState: 'visible' }, { focused: true, visibilityState: 'visible' });
    await openFrom(focused.pages, note);
    expect(focused.focused).toEqual([1]);
    const asleep = pagesWith({});
    await openFrom(asleep.pages, note);
    expect(asleep.focused).toEqual([0]);
  });

  it('opens a window where there is none', async () => {
    const { pages, opened } = pagesWith();
    await openFrom(pages, note);
    expect(opened).toEqual(['/#narrow/dm/9/near/7']);
  });

  it('tells every window what was put away', async () => {
    const { pages, told } = pagesWith({}, { focused: true });
    await tellClosed(pages, note);
    expect(told.map(([number, { kind }]) => [number, kind])).toEqual([
      [0, 'notification-close'],
      [1, 'notification-close'],
    ]);
  });

  it('does nothing about a notification that is not the client’s', async () => {
    const { pages, told, opened } = pagesWith({});
    await openFrom(pages, { tag: 'x', data: null });
    await tellClosed(pages, { tag: 'x', data: { hash: '#' } });
    expect([told, opened]).toEqual([[], []]);
  });
});
