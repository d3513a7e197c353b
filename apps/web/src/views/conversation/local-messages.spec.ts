import type { Outgoing } from '../../outbox/outbox';
import { narrowKey } from '../../narrow/terms';
import { snapshotState } from '../../store/snapshot';
import type { State } from '../../store/state';
import { ME, aSubscription, anAnswer } from '../../test-support/answer';
import { emptyWindow } from '../../windows/message-window';
import { echoes } from './local-echo';
import { forgetOthers, localMessage, localsIn, plainHtml } from './local-messages';
import { rowsOf } from './message-rows';

const TOPIC = [
  { operator: 'channel', operand: 5 },
  { operator: 'topic', operand: 'Plan' },
] as const;
const SEARCH = [...TOPIC, { operator: 'search', operand: 'x' }] as const;

const outgoing = (key: string, changes: Partial<Outgoing> = {}): Outgoing => ({
  key,
  recipient: { type: 'channel', channelId: 5, topic: 'plan' },
  content: 'Hi',
  writtenAt: 1_700_000_000_500,
  state: 'sending',
  ...changes,
});

function stateWith(haveNewest: boolean): State {
  const state = snapshotState(anAnswer({ subscriptions: [aSubscription(5), aSubscription(6)] }));
  const windows = [TOPIC, SEARCH].map(
    (narrow) => [narrowKey(narrow), { ...emptyWindow(narrow, 1), haveNewest }] as const,
  );
  return { ...state, windows: new Map(windows) };
}

describe('messages on their way', () => {
  const none = () => undefined;
  const mine = outgoing('a');

  it('stand in the views that show their conversation to its newest message', () => {
    const elsewhere = outgoing('b', { recipient: { type: 'channel', channelId: 6, topic: 'plan' } });
    const messages = [mine, elsewhere];
    expect(localsIn(stateWith(true), TOPIC, { messages, idOf: none })).toEqual([mine]);
    expect(localsIn(stateWith(false), TOPIC, { messages, idOf: none })).toEqual([]);
    expect(localsIn(stateWith(true), SEARCH, { messages, idOf: none })).toEqual([]);
  });

  it('are gone when they are there', () => {
    const state = stateWith(true);
    const there = localMessage(outgoing('there'), ME);
    const messages = new Map([[77, { ...there, id: 77 }]]);
    const idOf = () => 77;
    expect(localsIn(state, TOPIC, { messages: [mine], idOf })).toEqual([mine]);
    expect(localsIn({ ...state, messages }, TOPIC, { messages: [mine], idOf })).toEqual([]);
  });

  it('keep their rows when they are there', () => {
    const local = localMessage(mine, ME);
    const before = rowsOf(TOPIC, [local], { locals: new Map([[local.id, mine]]) });
    const after = rowsOf(TOPIC, [{ ...local, id: 77 }], { keyOf: (id) => (id === 77 ? 'a' : undefined) });
    const keys = (rows: typeof before) => rows.map(({ key }) => key);
    expect(keys(after)).toEqual(keys(before));
    expect(before.at(-1)).toMatchObject({ key: 'a', local: mine });
    expect(after.at(-1)).not.toHaveProperty('local');
  });

  it('are shown as they were typed, until it is known what they will look like', () => {
    expect(plainHtml('a <b> & "c"\nd\n\n\ne')).toBe('<p>a &lt;b&gt; &amp; &quot;c&quot;<br>d</p>\n<p>e</p>');
    const own = outgoing('typed');
    const plain = localMessage(own, ME);
    expect(plain).toMatchObject({ content: '<p>Hi</p>', sender_id: ME, stream_id: 5, timestamp: 1_700_000_000 });
    expect(localMessage(own, ME)).toBe(plain);
    const echo = { html: '<p><b>Hi</b></p>', isMeMessage: false };
    expect(localMessage(own, ME, echo)).toMatchObject({ content: echo.html, id: plain.id });
  });

  it('come after all that there are, each with an id of its own', () => {
    const ids = ['x', 'y'].map((key) => localMessage(outgoing(key), ME).id);
    expect(ids[0]).toBeGreaterThan(2 ** 40);
    expect(new Set(ids).size).toBe(2);
    const direct = outgoing('z', { recipient: { type: 'direct', userIds: [20] } });
    expect(localMessage(direct, ME)).toMatchObject({ type: 'private', directKey: '20' });
  });

  it('are forgotten when they are there, and none gets the id of another', () => {
    const idOf = (key: string) => localMessage(outgoing(key), ME).id;
    const [first, second] = [idOf('first'), idOf('second')];
    echoes.set(new Map(['first', 'second'].map((key) => [key, { html: key, isMeMessage: false }])));
    forgetOthers([outgoing('second')]);
    expect(idOf('second')).toBe(second);
    expect([first, second]).not.toContain(idOf('third'));
    expect([first, second]).not.toContain(idOf('first'));
    expect([...echoes.get().keys()]).toEqual(['second']);
    forgetOthers([]);
    expect(echoes.get().size).toBe(0);
  });
});
