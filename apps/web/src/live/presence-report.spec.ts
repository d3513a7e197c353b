import { snapshotState } from '../store/snapshot';
import { Store } from '../store/store';
import { anAnswer } from '../test-support/answer';
import { TestClock, settled } from '../test-support/clock';
import { RequestFailed } from '../api/failures';
import { Activity, reportPresences } from './presence-report';
import type { PresenceAnswer, PresenceReport } from './transport';

describe('reports of presence', () => {
  it('say what the user did, and bring what the others do', async () => {
    const clock = new TestClock();
    const activity = new Activity(clock);
    const store = new Store(snapshotState(anAnswer({ presence_last_update_id: 7 })));
    const reports: PresenceReport[] = [];
    const controller = new AbortController();
    let isWatched = true;
    const transport = {
      reportPresence: (report: PresenceReport): Promise<PresenceAnswer> => {
        reports.push(report);
        if (reports.length === 2) return Promise.reject(new RequestFailed('no connection'));
        const envelope = {
          result: 'success',
          msg: '',
          zephyr_mirror_active: false,
          legacy_mirror_active: false,
        } as const;
        const presences = { 20: { active_timestamp: 1_700_000_050, idle_timestamp: 0 } };
        return Promise.resolve({ ...envelope, presence_last_update_id: 8, server_timestamp: 1_700_000_060, presences });
      },
    };
    const shared: PresenceAnswer[] = [];
    const options = { transport, store, clock, activity, isWatched: () => isWatched, signal: controller.signal };
    const done = reportPresences({ ...options, share: (answer) => shared.push(answer) }).catch(() => undefined);
    await settled();
    expect(reports).toEqual([{ status: 'active', new_user_input: true, ping_only: false, last_update_id: 7 }]);
    expect(store.get()).toMatchObject({ presenceLastUpdateId: 8, presenceTime: 1_700_000_060 });
    expect(store.get().presences.get(20)?.active_timestamp).toBe(1_700_000_050);
    isWatched = false;
    await clock.advance(6 * 60_000);
    expect(reports.at(1)).toEqual({ status: 'active', new_user_input: false, ping_only: true, last_update_id: 8 });
    expect(reports.at(-1)).toMatchObject({ status: 'idle', new_user_input: false });
    const before = reports.length;
    activity.note();
    await settled();
    expect(reports).toHaveLength(before + 1);
    expect(reports.at(-1)).toMatchObject({ status: 'active', new_user_input: true });
    controller.abort();
    await done;
  });
});
