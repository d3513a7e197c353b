import type { Extension, PolledEvent } from '../store/apply';
import { snapshotState } from '../store/snapshot';
import { Store } from '../store/store';
import { anAnswer } from '../test-support/answer';
import { nameIs } from '../test-support/fake-tab';
import { deliverEvents } from './deliver';

const DRAW_MS = 20;

interface Delivery {
  tookMs: number;
  drawn: number;
  applied: number;
}

/** A page that takes time to apply an event and to draw what it was told. */
async function deliver(count: number, applyMs: number): Promise<Delivery> {
  let now = 0;
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const store = new Store(snapshotState(anAnswer()));
  let [drawn, applied] = [0, 0];
  store.subscribe(() => {
    drawn += 1;
    now += DRAW_MS;
  });
  const slow: Extension = (draft) => {
    applied += 1;
    now += applyMs;
    draft.set('maxMessageId', applied);
  };
  const events = Array.from({ length: count }, (_, id): PolledEvent => nameIs(id, `name ${id}`));
  const begun = now;
  await deliverEvents(store, events, { clock, extensions: [slow], signal: new AbortController().signal });
  return { tookMs: now - begun, drawn, applied };
}

describe('an answer with many events', () => {
  it('is drawn a few times, not for each slice in which it is applied', async () => {
    const { tookMs, drawn, applied } = await deliver(1_000, 0.05);
    expect(applied).toBe(1_000);
    expect(drawn).toBe(1);
    expect(tookMs).toBeLessThan(100);
  });

  it('shows what has come, where applying all of it takes long', async () => {
    const { drawn, applied } = await deliver(1_000, 1);
    expect(applied).toBe(1_000);
    expect(drawn).toBeGreaterThan(5);
    expect(drawn).toBeLessThan(15);
  });

  it('is one change of the store where it has few', async () => {
    expect(await deliver(200, 1)).toMatchObject({ drawn: 1, applied: 200 });
  });
});

describe('a store', () => {
  it('tells of what was prepared with the next change, even one that changes nothing', () => {
    const store = new Store(1);
    const seen: number[] = [];
    store.subscribe(() => seen.push(store.get()));
    store.prepare((value) => value + 1);
    expect([store.get(), seen]).toEqual([2, []]);
    store.update((value) => value);
    store.update((value) => value);
    expect(seen).toEqual([2]);
  });
});
