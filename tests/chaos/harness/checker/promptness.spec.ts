import type { FaultRecord } from '../faults/fault';
import type { ActionRecord, DeliveryRecord } from '../records';
import { checkPromptness } from './promptness';

function sentAt(
  endedAt: number,
  evidence = 'sent:m1',
  outcome: ActionRecord['outcome'] = 'acknowledged',
): ActionRecord {
  const rest = { kind: 'send', userId: 1, startedAt: endedAt - 10, attempts: 1, isDefinite: true, isOnce: true };
  return { ...rest, endedAt, outcome, evidence: [evidence] };
}

function deliveredAt(answeredAt: number, startedAt = 0, evidence = ['sent:m1']): DeliveryRecord {
  return { queueId: 'q', startedAt, answeredAt, evidence };
}

function pause(startedAt: number, endedAt?: number): FaultRecord {
  return { fault: { kind: 'server.pause', server: 'redis', forMs: 1 }, startedAt, endedAt };
}

describe('the promptness of polls', () => {
  it.each([
    ['after the acknowledgement', [sentAt(1_000)], deliveredAt(5_900), [], 4_900],
    ['after the beginning of the poll', [sentAt(1_000)], deliveredAt(30_000, 29_000), [], 1_000],
    [
      'after the end of the last fault',
      [sentAt(1_000)],
      deliveredAt(30_000),
      [pause(2_000, 9_000), pause(12_000, 27_000)],
      3_000,
    ],
    [
      'after the first message that the poll brought',
      [sentAt(1_000), sentAt(3_000, 'sent:m2')],
      deliveredAt(4_000, 0, ['sent:m2', 'sent:m1']),
      [],
      3_000,
    ],
  ])('counts from %s', (_name, actions, delivery, faults, slowestMs) => {
    expect(checkPromptness([delivery], actions, faults)).toEqual({ judged: 1, slowestMs, violations: [] });
  });

  it('is violated by a poll that sleeps on its events', () => {
    const { violations } = checkPromptness([deliveredAt(60_000)], [sentAt(40_000)], [pause(10_000, 52_000)]);
    expect(violations).toMatchObject([{ rule: 'a poll that has events answers soon' }]);
    expect(violations[0]?.what).toContain('8.0 s');
  });

  it.each([
    ['during a fault', [sentAt(1_000)], [pause(500, 90_000)]],
    ['during a fault that never ends', [sentAt(1_000)], [pause(500)]],
    ['with what was not acknowledged', [sentAt(1_000, 'sent:m1', 'unknown')], []],
    ['with what the harness did not send', [sentAt(1_000, 'sent:m2')], []],
  ])('is not judged of a poll that was answered %s', (_name, actions, faults) => {
    expect(checkPromptness([deliveredAt(60_000)], actions, faults)).toEqual({
      judged: 0,
      slowestMs: 0,
      violations: [],
    });
  });
});
