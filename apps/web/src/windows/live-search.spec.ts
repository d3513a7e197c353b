import { RequestFailed, RequestRefused } from '../api/failures';
import { type Narrow, narrowKey } from '../narrow/terms';
import { messageFrom } from '../store/message';
import { snapshotState } from '../store/snapshot';
import type { MessageWindow, State } from '../store/state';
import { Store } from '../store/store';
import { ME, anAnswer } from '../test-support/answer';
import { TestClock, settled } from '../test-support/clock';
import { type AskMatches, LiveSearch } from './live-search';
import { emptyWindow } from './message-window';

const SEARCH: Narrow = [{ operator: 'search', operand: 'logo' }];
const KEY = narrowKey(SEARCH);
const IN_CHANNEL: Narrow = [{ operator: 'channel', operand: 6 }, ...SEARCH];

const windowOf = (narrow: Narrow): [string, MessageWindow] => [
  narrowKey(narrow),
  { ...emptyWindow(narrow, 1), haveOldest: true, haveNewest: true, fetchingOlder: false, fetchingNewer: false },
];

function stateWith(ids: readonly number[], narrows: readonly Narrow[]): State {
  const wire = (id: number) => ({
    ...{ id, type: 'stream', stream_id: 5, subject: 'plan', display_recipient: 'channel 5', sender_id: 20 },
    ...{ reactions: [], submessages: [], topic_links: [], content: '<p>the logo</p>' },
  });
  const messages = new Map(ids.map((id) => [id, messageFrom(wire(id) as never, { ownId: ME, flags: [] })]));
  return { ...snapshotState(anAnswer()), messages, windows: new Map(narrows.map(windowOf)) };
}

describe('a search that is open', () => {
  let clock: TestClock;
  let store: Store<State>;
  let asked: number[][];
  let answers: (() => ReturnType<AskMatches>)[];
  let logged: unknown[];
  const end = new AbortController();

  const search = (shown: readonly string[] = [KEY]) =>
    new LiveSearch({
      store,
      ask: (_narrow, ids) => {
        asked.push([...ids]);
        return answers.shift()?.() ?? Promise.resolve(new Map());
      },
      ...{ shown: () => shown, clock, random: () => 1, log: (error) => logged.push(error), signal: end.signal },
    });
  const found = (...ids: number[]) =>
    Promise.resolve(new Map(ids.map((id) => [id, { content: `<b>${id}</b>`, topic: '' }])));
  const windowNow = () => store.get().windows.get(KEY);

  beforeEach(() => {
    clock = new TestClock();
    store = new Store(stateWith([7, 8, 9], [SEARCH]));
    [asked, answers, logged] = [[], [], []];
  });

  it('gets those of the new messages that the service finds, with their marks', async () => {
    answers = [() => found(8)];
    search().note([7, 8]);
    await settled();
    expect(asked).toEqual([[7, 8]]);
    expect(windowNow()?.ids).toEqual([8]);
    expect(windowNow()?.matches?.get(8)?.content).toBe('<b>8</b>');
  });

  it('asks once for what comes while it waits', async () => {
    const live = search();
    live.note([7]);
    live.note([8]);
    live.note([9]);
    await clock.advance(1000);
    expect(asked).toEqual([[7], [8, 9]]);
  });

  it('does not ask for messages that cannot belong to it', () => {
    store = new Store(stateWith([7], [IN_CHANNEL]));
    search([narrowKey(IN_CHANNEL)]).note([7]);
    expect(asked).toEqual([]);
  });

  it('tries five times, and is fetched again after that', async () => {
    answers = Array.from({ length: 5 }, () => () => Promise.reject(new RequestFailed('no connection')));
    search().note([7]);
    await clock.advance(10_000);
    expect(asked).toHaveLength(5);
    expect(windowNow()?.isStale).toBe(true);
  });

  it('says a refusal to whoever looks for faults, and is fetched again', async () => {
    answers = [() => Promise.reject(new RequestRefused(400, { code: 'BAD_NARROW', msg: 'no' }))];
    search().note([7]);
    await settled();
    expect([asked.length, logged.length, windowNow()?.isStale]).toEqual([1, 1, true]);
  });

  it('drops an answer for a window that began anew', async () => {
    let answer: () => void = () => undefined;
    answers = [() => new Promise((resolve) => (answer = () => void found(7).then(resolve)))];
    search().note([7]);
    store.update((state) => ({ ...state, windows: new Map([[KEY, { ...windowOf(SEARCH)[1], generation: 2 }]]) }));
    answer();
    await settled();
    expect(windowNow()?.ids).toEqual([]);
  });

  it('is fetched again later when nobody looks at it', () => {
    search([]).note([7]);
    expect([asked.length, windowNow()?.isStale]).toEqual([0, true]);
  });
});
