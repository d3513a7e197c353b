import { anAnswer, aUser } from '../test-support/answer';
import { applyEvents } from './apply';
import { administeredBots } from './bots';
import { snapshotState } from './snapshot';

const BOT = {
  user_id: 40,
  ...{ default_sending_stream: null, default_events_register_stream: null, default_all_public_streams: false },
  services: [],
};

describe('level 474: bots that the user administers', () => {
  const account = { ...aUser(40, { full_name: 'Echo' }), is_bot: true, bot_type: 1, bot_owner_id: 20 };
  const answer = anAnswer();
  const state = snapshotState({ ...answer, realm_users: [...(answer.realm_users ?? []), account], realm_bots: [BOT] });

  it('are shown as their accounts are', () => {
    const shown = { full_name: 'Echo', email: account.email, bot_type: 1, owner_id: 20, is_active: true };
    expect(administeredBots(state)).toEqual([expect.objectContaining({ ...BOT, ...shown })]);
  });

  it('follow the events of their accounts', () => {
    const events = [
      { id: 1, type: 'realm_user', op: 'update', person: { user_id: 40, full_name: 'Renamed' } },
      { id: 2, type: 'realm_user', op: 'update', person: { user_id: 40, bot_owner_id: 30 } },
      { id: 3, type: 'realm_user', op: 'update', person: { user_id: 40, is_active: false } },
      { id: 4, type: 'realm_bot', op: 'update', bot: { user_id: 40, default_sending_stream: 'general' } },
    ];
    expect(administeredBots(applyEvents(state, events, { now: 1000 }))).toEqual([
      expect.objectContaining({
        ...{ full_name: 'Renamed', owner_id: 30, is_active: false, default_sending_stream: 'general' },
      }),
    ]);
  });
});
