import { AudienceSet, encodeAudience } from '@stoa/contracts/changes';
import { REALM, queueOf } from '../test-support/fixtures';
import { LiveQueueIndex } from './live-queue-index';

const SLOT = { slot: { partition: 0, number: 1 }, appliedSeq: 0 };
const OTHER_SLOT = { slot: { partition: 0, number: 2 }, appliedSeq: 0 };

function audienceOf(...ids: number[]): AudienceSet {
  return AudienceSet.decode(encodeAudience(ids));
}

function found(index: LiveQueueIndex, audience: AudienceSet, realm = REALM): string[] {
  const ids: string[] = [];
  index.forAudience(realm, audience, (queue) => ids.push(queue.id));
  return ids.sort();
}

describe('LiveQueueIndex', () => {
  it('finds the queues of an audience, whichever side is smaller', () => {
    const index = new LiveQueueIndex();
    for (let user = 1; user <= 50; user++) index.put(queueOf(`q${user}`, user), SLOT);
    index.put(queueOf('q2b', 2), SLOT);
    expect(found(index, audienceOf(2, 3, 999))).toEqual(['q2', 'q2b', 'q3']);
    const many = Array.from({ length: 400 }, (_, number) => number + 49);
    expect(found(index, audienceOf(...many))).toEqual(['q49', 'q50']);
  });

  it('keeps realms apart', () => {
    const index = new LiveQueueIndex();
    index.put(queueOf('a', 1), SLOT);
    expect(found(index, audienceOf(1), REALM + 1)).toEqual([]);
  });

  it('forgets removed queues and those of a slot', () => {
    const index = new LiveQueueIndex();
    index.put(queueOf('a', 1), SLOT);
    index.put(queueOf('b', 1), SLOT);
    index.put(queueOf('c', 2), OTHER_SLOT);
    index.remove('a');
    expect(found(index, audienceOf(1, 2))).toEqual(['b', 'c']);
    index.retain(SLOT, () => false);
    expect(found(index, audienceOf(1, 2))).toEqual(['c']);
    index.retain(OTHER_SLOT, () => false);
    expect([index.size, index.usersOf(REALM)]).toEqual([0, 0]);
  });

  it('offers public messages to listeners that are not recipients, and never to guests', () => {
    const index = new LiveQueueIndex();
    index.put(queueOf('in', 1, { allPublicStreams: true }), SLOT);
    index.put(queueOf('out', 2, { allPublicStreams: true }), SLOT);
    index.put(queueOf('guest', 3, { allPublicStreams: true, isGuest: true }), SLOT);
    const listeners: string[] = [];
    index.forPublicListeners(REALM, audienceOf(1), (queue, isRecipient) => {
      expect(isRecipient).toBe(false);
      listeners.push(queue.id);
    });
    expect(listeners).toEqual(['out']);
    index.put(queueOf('out', 2, { allPublicStreams: false }), SLOT);
    expect(index.hasPublicListeners(REALM)).toBe(true);
    index.remove('in');
    expect(index.hasPublicListeners(REALM)).toBe(false);
  });
});
