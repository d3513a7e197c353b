import { StreamedChange } from '@stoa/changes';
import { encodeAudience } from '@stoa/contracts/changes';
import { madeUpEvent } from '@stoa/contracts/testing';
import { BatchPlanner } from './batch-plan';
import { changeOf, messageEvent, queueOf, REALM } from '../test-support/fixtures';
import { LiveQueueIndex } from './live-queue-index';
import { segments } from './slot-runner';

const SLOT = { slot: { partition: 0, number: 1 }, appliedSeq: 0 };
const AHEAD = { slot: { partition: 0, number: 2 }, appliedSeq: 5 };

function planner(index: LiveQueueIndex, onMalformed: (change: StreamedChange) => void = () => undefined) {
  return new BatchPlanner(index, onMalformed);
}

describe('BatchPlanner', () => {
  it('shares entries and bodies between queues that get the same form', () => {
    const index = new LiveQueueIndex();
    for (let user = 1; user <= 100; user++) {
      index.put(queueOf(`q${user}`, user, { applyMarkdown: user % 2 === 0 }), SLOT);
    }
    const batch = planner(index);
    const audience = Array.from({ length: 100 }, (_, number) => number + 1);
    batch.add(changeOf(1, [madeUpEvent(messageEvent(1), audience, { flags: [flags(['mentioned'], 4)] })]));
    const plan = batch.planOf(SLOT);
    expect(plan?.entries.size).toBe(100);
    expect(new Set([...(plan?.entries.values() ?? [])].flat()).size).toBe(3);
    expect(plan?.bodies.size).toBe(3);
    for (const text of plan?.bodies.values() ?? []) expect(text.startsWith('{"type":"message"')).toBe(true);
  });

  it('does not parse a change that no live queue wants', () => {
    const index = new LiveQueueIndex();
    index.put(queueOf('q1', 1, { eventTypes: ['reaction'] }), SLOT);
    const change = changeOf(1, [madeUpEvent(messageEvent(1), [1, 2])]);
    const body = vi.spyOn(change, 'body', 'get');
    const other = changeOf(2, [madeUpEvent(messageEvent(2), [2, 3])]);
    const otherBody = vi.spyOn(other, 'body', 'get');
    const batch = planner(index);
    batch.add(change);
    batch.add(other);
    expect(batch.planOf(SLOT)).toBeUndefined();
    expect(body).not.toHaveBeenCalled();
    expect(otherBody).not.toHaveBeenCalled();
  });

  it('keeps the events of one change in order, each with its own body', () => {
    const index = new LiveQueueIndex();
    index.put(queueOf('q1', 1), SLOT);
    const batch = planner(index);
    batch.add(
      changeOf(1, [madeUpEvent({ type: 'user_topic', topic_name: 'a' }, [1]), madeUpEvent(messageEvent(1), [1])]),
    );
    batch.add(changeOf(2, [madeUpEvent({ type: 'delete_message', message_ids: [1, 2] }, [1])]));
    const plan = batch.planOf(SLOT);
    const texts = plan?.entries.get('q1')?.map((entry) => plan.bodies.get(entry.bodyRef) ?? '');
    expect(texts?.map((text) => JSON.parse(text).type)).toEqual([
      'user_topic',
      'message',
      'delete_message',
      'delete_message',
    ]);
    expect(plan?.entries.get('q1')?.map((entry) => [entry.seq, entry.xid])).toEqual([
      [1, 1001],
      [1, 1001],
      [2, 1002],
      [2, 1002],
    ]);
    expect(plan?.bodies.size).toBe(4);
  });

  it('leaves out what a slot has already', () => {
    const index = new LiveQueueIndex();
    index.put(queueOf('q1', 1), AHEAD);
    const batch = planner(index);
    batch.add(changeOf(5, [madeUpEvent(messageEvent(1), [1])]));
    expect(batch.planOf(AHEAD)).toBeUndefined();
    batch.add(changeOf(6, [madeUpEvent(messageEvent(2), [1])]));
    expect(batch.planOf(AHEAD)?.entries.get('q1')).toHaveLength(1);
  });

  it('gives messages of public channels to listeners, other events only to the audience', () => {
    const index = new LiveQueueIndex();
    index.put(queueOf('listener', 1, { allPublicStreams: true }), SLOT);
    index.put(queueOf('member', 2), SLOT);
    const batch = planner(index);
    batch.add(changeOf(1, [madeUpEvent(messageEvent(1), [2], { publicChannel: 3, flags: [flags(['read'], 1, 2)] })]));
    batch.add(changeOf(2, [madeUpEvent({ type: 'reaction', op: 'add' }, [2])]));
    const plan = batch.planOf(SLOT);
    const [entry] = plan?.entries.get('listener') ?? [];
    expect(plan?.entries.get('listener')).toHaveLength(1);
    expect(JSON.parse(plan?.bodies.get(entry?.bodyRef ?? '') ?? '').flags).toEqual([]);
    expect(plan?.entries.get('member')).toHaveLength(2);
  });

  it('passes over a change that cannot be read', () => {
    const index = new LiveQueueIndex();
    index.put(queueOf('q1', 1), SLOT);
    const malformed: number[] = [];
    const batch = planner(index, (change) => malformed.push(change.seq));
    const routing = JSON.stringify({ realm: REALM, events: [{ type: 'message', to: encodeAudience([1]) }] });
    batch.add(new StreamedChange(0, 3, 1, 1, routing, '{"events":'));
    batch.add(changeOf(2, [madeUpEvent(messageEvent(2), [1])]));
    expect(malformed).toEqual([1]);
    expect(batch.planOf(SLOT)?.entries.get('q1')).toHaveLength(1);
  });
});

describe('segments', () => {
  it('end before a change that may make a listener a guest', () => {
    const index = new LiveQueueIndex();
    index.put(queueOf('listener', 1, { allPublicStreams: true }), SLOT);
    const demotion = { type: 'realm_user', op: 'update', person: { user_id: 1, role: 600 } };
    const changes = [
      changeOf(1, [madeUpEvent(messageEvent(1), [2])]),
      changeOf(2, [madeUpEvent(demotion, [2])]),
      changeOf(3, [madeUpEvent(messageEvent(2), [2])]),
    ];
    const found = [...segments(index, changes)].map(({ changes: some, to, thenDemotes }) => [
      some.map((change) => change.seq),
      to,
      thenDemotes?.seq,
    ]);
    expect(found).toEqual([
      [[1], 1, 2],
      [[2, 3], 3, undefined],
    ]);
    index.remove('listener');
    expect([...segments(index, changes)]).toHaveLength(1);
  });
});

function flags(names: string[], ...users: number[]) {
  return { flags: names, to: encodeAudience(users) };
}
