import type { NotificationJob, PushJob, RemovalJob } from './job-rows';
import { BACKLOG_AT_MOST, LIFE_MS, TurnFacts, planTurn } from './turn-rules';

const NOW = 1_000_000_000_000;

const base = { realmId: 1, userId: 2, happenedAtMs: NOW, createdAtMs: NOW, isDue: true, attempts: 0, sentParts: 0 };
const message = (id: number, messageId: number, changes: Partial<NotificationJob> = {}): NotificationJob => ({
  ...base,
  kind: 'message',
  id,
  messageId,
  decision: { trigger: 'direct_message' },
  isSenderHidden: false,
  hasFlagged: false,
  ...changes,
});
const removal = (id: number, removedIds: number[]): RemovalJob => ({ ...base, kind: 'removal', id, removedIds });
const state = { canRead: true, isRead: false, isFlagged: false };

function plan(jobs: PushJob[], changes: Partial<TurnFacts> = {}, oldestAtMs = NOW) {
  const ids = jobs.flatMap((job) => (job.kind === 'message' ? [job.messageId] : []));
  const facts: TurnFacts = {
    isConfigured: true,
    isServed: true,
    hasDevice: true,
    canNotify: true,
    settings: { enableOfflinePushNotifications: true, enableOnlinePushNotifications: true },
    messages: new Map(ids.map((id) => [id, state])),
    nowMs: NOW,
    ...changes,
  };
  const { steps, dropped, unflagged } = planTurn({ userId: 2, jobs, oldestAtMs, hasOlder: false }, facts);
  return {
    steps: steps.map((step) =>
      step.kind === 'message' ? step.jobs.map(({ messageId }) => messageId) : { removed: step.removedIds },
    ),
    dropped: dropped.map(({ job, reason }) => `${job.id} ${reason}`),
    unflagged,
  };
}

describe('a turn', () => {
  it('sends messages together, and withdrawals after them', () => {
    expect(plan([message(1, 10), message(2, 11), removal(3, [7]), removal(4, [8]), message(5, 12)])).toEqual({
      steps: [[10, 11], { removed: [7, 8] }, [12]],
      dropped: [],
      unflagged: [],
    });
  });

  const cases: [string, Partial<TurnFacts>, string][] = [
    ['without a relay', { isConfigured: false }, 'not_configured'],
    ['of somebody who is deactivated', { isServed: false }, 'inactive'],
    ['without a device', { hasDevice: false }, 'no_device'],
    [
      'of somebody who switched both off',
      { settings: { enableOfflinePushNotifications: false, enableOnlinePushNotifications: false } },
      'switched_off',
    ],
    ['about a message that is gone', { messages: new Map() }, 'gone'],
    ['about a closed message', { messages: new Map([[10, { ...state, canRead: false }]]) }, 'no_access'],
    ['about a read message', { messages: new Map([[10, { ...state, isRead: true }]]) }, 'read'],
    ['about a told message', { messages: new Map([[10, { ...state, isFlagged: true }]]) }, 'already_notified'],
    ['after its day', { nowMs: NOW + LIFE_MS + 1 }, 'expired'],
  ];
  it.each(cases)('drops a notification %s', (_name, facts, reason) => {
    expect(plan([message(1, 10)], facts)).toEqual({ steps: [], dropped: [`1 ${reason}`], unflagged: [] });
  });

  it('lets a repeated job pass the flag that it set itself', () => {
    const flagged = new Map([[10, { ...state, isFlagged: true }]]);
    expect(plan([message(1, 10, { hasFlagged: true })], { messages: flagged }).steps).toEqual([[10]]);
  });

  it('cancels what was withdrawn before it was tried', () => {
    expect(plan([message(1, 10), removal(2, [10, 7])])).toMatchObject({
      steps: [{ removed: [7] }],
      dropped: ['1 withdrawn'],
    });
    expect(plan([message(1, 10), removal(2, [10])])).toMatchObject({
      steps: [],
      dropped: ['1 withdrawn', '2 withdrawn'],
    });
  });

  it('withdraws what may have arrived', () => {
    const tried = message(1, 10, { hasFlagged: true });
    expect(plan([tried, removal(2, [10])])).toMatchObject({ steps: [{ removed: [10] }], dropped: ['1 withdrawn'] });
  });

  it('brings a message again that is mentioned after its withdrawal', () => {
    expect(plan([removal(1, [10]), message(2, 10)]).steps).toEqual([{ removed: [10] }, [10]]);
  });

  it('takes the flags of withdrawals that nobody can hear of', () => {
    expect(plan([removal(1, [7, 8])], { hasDevice: false })).toEqual({
      steps: [],
      dropped: ['1 no_device'],
      unflagged: [7, 8],
    });
  });

  it('level 500: withdraws what legacy devices show, and tells them of nothing new', () => {
    const isFlagged = { ...state, isFlagged: true };
    const messages = new Map([[101, isFlagged]]);
    expect(plan([message(1, 100), removal(2, [101])], { canNotify: false, messages })).toEqual({
      steps: [{ removed: [101] }],
      dropped: ['1 no_device'],
      unflagged: [],
    });
  });

  it('floods nobody after an outage', () => {
    const jobs = Array.from({ length: 50 }, (_, index) => message(index + 1, index + 100));
    const { steps, dropped } = plan(jobs, {}, NOW - 600_000);
    expect(steps).toEqual([jobs.slice(-BACKLOG_AT_MOST).map(({ messageId }) => messageId)]);
    expect(dropped).toHaveLength(30);
    expect(plan(jobs).steps).toEqual([jobs.map(({ messageId }) => messageId)]);
  });
});
