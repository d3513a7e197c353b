import { snapshotState } from '../../store/snapshot';
import { Store } from '../../store/store';
import { anAnswer } from '../../test-support/answer';
import { findTopics } from './channels';
import { topicsLoaded } from './topics-loader';

afterEach(() => vi.unstubAllGlobals());

describe('topics of a channel', () => {
  const answer = { result: 'success', msg: '', topics: [{ name: 'plan', max_id: 7 }] };
  const refusal = { result: 'error', code: 'BAD_REQUEST', msg: 'Invalid channel ID' };

  it('are asked for once, and again where they could not be had', async () => {
    const store = new Store(snapshotState(anAnswer()));
    let isRefused = true;
    const fetched = vi.fn(async () =>
      isRefused ? new Response(JSON.stringify(refusal), { status: 400 }) : new Response(JSON.stringify(answer)),
    );
    vi.stubGlobal('fetch', fetched);
    expect(await topicsLoaded({ store }, 5)).toBe('Invalid channel ID');
    isRefused = false;
    expect(await Promise.all([topicsLoaded({ store }, 5), topicsLoaded({ store }, 5)])).toEqual([null, null]);
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(findTopics(store.get(), { channelId: 5, query: '', most: 9 })).toEqual(['plan']);
  });
});
