import type { QueueRecord } from '../records';
import type { ExpectedEvent } from './history';
import { checkQueue } from './queue-check';
import { parseSnapshot } from './snapshot';

const text = (name: string | number) => JSON.stringify({ type: 'test', name });
const flags = (...messages: number[]) =>
  JSON.stringify({ type: 'update_message_flags', op: 'add', flag: 'read', all: false, messages });

/** Changes 1 to 6, each of its own transaction 101 to 106. */
const EXPECTED: ExpectedEvent[] = [1, 2, 3, 4, 5, 6].map((seq) => ({ seq, xid: 100 + seq, life: 0, text: text(seq) }));

/** A queue whose registration saw the first two changes, and got what is given. */
function queueThatGot(texts: readonly string[], changes: Partial<QueueRecord> = {}): QueueRecord {
  return {
    queueId: 'q',
    userId: 1,
    realm: { id: 1, partition: 0, host: 'chat.example' },
    applyMarkdown: false,
    registeredAt: 0,
    before: parseSnapshot('103:103:'),
    after: parseSnapshot('103:103:'),
    life: 0,
    events: texts.map((event, id) => ({ id, text: event })),
    end: 'open',
    lifeAtEnd: 0,
    isComplete: true,
    ...changes,
  };
}

const rules = (queue: QueueRecord, expected = EXPECTED) => checkQueue(queue, expected).map(({ rule }) => rule);
const got = (...names: (string | number)[]) => names.map(text);

describe('the check of a queue', () => {
  it('accepts exactly what its registration did not see', () => {
    expect(rules(queueThatGot(got(3, 4, 5, 6)))).toEqual([]);
  });

  it('finds what is missing at the begin, in the middle and at the end', () => {
    for (const names of [
      [4, 5, 6],
      [3, 5, 6],
      [3, 4, 5],
    ]) {
      expect(rules(queueThatGot(got(...names)))).toEqual(['nothing acknowledged is missing']);
    }
  });

  it('finds what came twice', () => {
    expect(rules(queueThatGot(got(3, 4, 4, 5, 6)))).toEqual(['nothing is doubled']);
    expect(rules(queueThatGot(got(3, 4, 5, 6, 6)))).toEqual(['nothing is doubled']);
  });

  it('finds what came in another order', () => {
    expect(rules(queueThatGot(got(3, 5, 4, 6)))).toEqual(['order holds']);
  });

  it('finds what the state had already, and what was never committed', () => {
    const rule = 'only what was committed comes, and not what the state has';
    expect(rules(queueThatGot(got(2, 3, 4, 5, 6)))).toEqual([rule]);
    expect(rules(queueThatGot(got(3, 4, 'x', 5, 6)))).toEqual([rule]);
    expect(rules(queueThatGot(got(3, 4, 5, 6, 'x')))).toEqual([rule]);
  });

  it('finds an event that differs in any field', () => {
    const events = [...got(3, 4, 5), JSON.stringify({ type: 'test', name: 6, more: true })];
    expect(rules(queueThatGot(events))).not.toEqual([]);
  });

  it('leaves open what was committed while the registration was under way', () => {
    const under = { before: parseSnapshot('101:103:101'), after: parseSnapshot('104:105:') };
    expect(rules(queueThatGot(got(5, 6), under))).toEqual([]);
    expect(rules(queueThatGot(got(3, 5, 6), under))).toEqual([]);
    expect(rules(queueThatGot(got(1, 3, 4, 5, 6), under))).toEqual([]);
    expect(rules(queueThatGot(got(2, 5, 6), under))).not.toEqual([]);
    expect(rules(queueThatGot(got(6), under))).not.toEqual([]);
  });

  it('takes no event for another that reads alike and that the state may have', () => {
    const expected = ['left', 'left', 'joined', 'left', 'said'].map((name, index) => ({
      ...{ seq: 1 + index, xid: 101 + index, life: 0, text: text(name) },
    }));
    const unsure = { before: undefined, after: parseSnapshot('104:104:') };
    expect(rules(queueThatGot(got('left', 'said'), unsure), expected)).toEqual([]);
    expect(rules(queueThatGot(got('left', 'joined', 'left', 'said'), unsure), expected)).toEqual([]);
    expect(rules(queueThatGot(got('joined', 'said'), unsure), expected)).not.toEqual([]);
    expect(rules(queueThatGot(got('said'), unsure), expected)).not.toEqual([]);
    expect(rules(queueThatGot(got('left', 'left', 'left', 'left', 'said'), unsure), expected)).not.toEqual([]);
  });

  it('asks of a queue that ended only for what came before its end', () => {
    const ended = { end: 'expired', isComplete: false } as const;
    expect(rules(queueThatGot(got(3, 4), ended))).toEqual([]);
    expect(rules(queueThatGot(got(3, 5), ended))).toEqual(['nothing acknowledged is missing']);
  });

  it('passes over what is told in passing, but not over a disorder of ids', () => {
    const heartbeat = JSON.stringify({ type: 'heartbeat' });
    const queue = queueThatGot([heartbeat, ...got(3, 4), heartbeat, ...got(5, 6)]);
    expect(rules(queue)).toEqual([]);
    queue.events[2] = { id: 1, text: text(4) };
    expect(rules(queue)).toEqual(['event ids increase']);
  });

  it('takes changes of flags apart that were merged on their way', () => {
    const expected = [flags(1), flags(2, 3), text('next')].map((event, index) => ({
      ...{ seq: 10 + index, xid: 200 + index, life: 0, text: event },
    }));
    expect(rules(queueThatGot([flags(1, 2, 3), text('next')]), expected)).toEqual([]);
    expect(rules(queueThatGot([flags(1, 3), text('next')]), expected)).toEqual(['nothing acknowledged is missing']);
  });

  it('judges a change of a later life of the database by itself: its transaction may have an old number', () => {
    const later: ExpectedEvent[] = [...EXPECTED.slice(0, 4), { seq: 5, xid: 102, life: 1, text: text('new') }];
    expect(rules(queueThatGot(got(3, 4, 'new')), later)).toEqual([]);
    expect(rules(queueThatGot(got(3, 4)), later)).toEqual(['nothing acknowledged is missing']);
  });
});
