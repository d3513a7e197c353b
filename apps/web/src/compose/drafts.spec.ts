import { call } from '../api/client';
import type { Client } from '../client/client';
import { KeptValues } from '../kept/kept-values';
import type { ConnectionStatus } from '../live/status';
import { snapshotState } from '../store/snapshot';
import type { State } from '../store/state';
import { Store } from '../store/store';
import { anAnswer } from '../test-support/answer';
import { eventually } from '../test-support/eventually';
import { resetKept } from '../test-support/kept-memory';
import { draftsOf } from './drafts';
import type { TabNews } from './draft-tabs';
import type { Target } from './target';

vi.mock('idb-keyval', () => import('../test-support/kept-memory'));
vi.mock('../api/client', () => ({ call: vi.fn(() => Promise.resolve({ ids: [1] })) }));

interface Shared {
  isShared: boolean;
  remote: State['drafts'];
}

const TARGET: Target = { type: 'channel', channelId: 5, topic: 'plan' };

describe('the drafts of an account', () => {
  let leaving: AbortController;
  let hear: (news: TabNews) => void;

  beforeEach(() => {
    resetKept();
    leaving = new AbortController();
    vi.stubGlobal('window', new EventTarget());
    class FakeChannel extends EventTarget {
      constructor() {
        super();
        hear = (data) => void this.dispatchEvent(Object.assign(new Event('message'), { data }));
      }
      postMessage(): void {
        // No other tab listens.
      }
      close(): void {
        // Nothing is open.
      }
    }
    vi.stubGlobal('BroadcastChannel', FakeChannel);
  });
  afterEach(() => {
    leaving.abort();
    vi.useRealTimers();
    vi.mocked(call).mockClear();
    vi.unstubAllGlobals();
  });

  function drafts({ isShared = false, remote = new Map() }: Partial<Shared> = {}) {
    const state = snapshotState(anAnswer());
    const settings = { ...state.settings, enable_drafts_synchronization: isShared };
    return draftsOf({
      store: new Store<State>({ ...state, settings, drafts: remote }),
      status: new Store<ConnectionStatus>({ kind: 'connecting', since: 0 }),
      kept: new KeptValues('host 10'),
      signal: leaving.signal,
    } as unknown as Client);
  }

  it('stay aside, once put there, when another tab writes the same one', () => {
    const book = drafts();
    book.write(TARGET, 'mine');
    const [draft] = book.all.get();
    if (!draft) throw new Error('it was written');
    book.setAside(TARGET);
    expect(book.find(TARGET)).toBeUndefined();
    expect([book.countOthers(TARGET), book.countOthers({ ...TARGET, topic: 'other' })]).toEqual([1, 0]);
    hear({ kind: 'kept', draft: { ...draft, text: 'theirs' } });
    expect(book.all.get().map(({ text }) => text)).toEqual(['theirs', 'mine']);
    expect(book.find(TARGET)).toBeUndefined();
    book.write(TARGET, 'the next');
    expect(book.countOthers(TARGET)).toBe(2);
  });

  it('come back without the marks of quotes that nobody fetches any more', async () => {
    const kept = new KeptValues('host 10');
    const mark = '[Wird zitiert …](#quote-0123abcd)';
    const draft = { target: TARGET, editedAt: 0 };
    await kept.set('draft', 'a', { ...draft, id: 'a', text: `before\n${mark}after` });
    await kept.set('draft', 'b', { ...draft, id: 'b', text: mark });
    const book = drafts();
    await eventually(() => expect(book.all.get().map(({ text }) => text)).toEqual(['before\nafter']));
    await eventually(async () => expect([...(await kept.all('draft')).keys()]).toEqual(['a']));
  });

  it('are told to the service with their quotes, not with marks, and come from there without them', async () => {
    vi.useFakeTimers();
    const mark = '[Quoting…](#quote-0123abcd)';
    const common = { type: 'private', to: [20], topic: '', timestamp: 0 };
    const book = drafts({ isShared: true, remote: new Map([[7, { ...common, id: 7, content: `${mark}there` }]]) });
    await vi.advanceTimersByTimeAsync(100);
    expect(book.all.get().map(({ text }) => text)).toEqual(['there']);
    book.write(TARGET, `before ${mark}`);
    await vi.advanceTimersByTimeAsync(5000);
    expect(call).not.toHaveBeenCalled();
    book.replaceMark(mark, 'said');
    await vi.advanceTimersByTimeAsync(5000);
    expect(call).toHaveBeenCalledExactlyOnceWith(expect.anything(), {
      drafts: [expect.objectContaining({ content: 'before said' })],
    });
  });

  it('get a text where its mark stands, whoever they are for', () => {
    const book = drafts();
    const elsewhere: Target = { type: 'direct', userIds: [20] };
    book.write(TARGET, 'before [mark] after');
    book.write(elsewhere, '[other]');
    book.replaceMark('[mark]', '$& said');
    expect(book.find(TARGET)?.text).toBe('before $& said after');
    book.replaceMark('[nowhere]', 'lost');
    book.replaceMark('[other]', '');
    expect(book.find(elsewhere)).toBeUndefined();
    expect(book.all.get()).toHaveLength(1);
  });
});
