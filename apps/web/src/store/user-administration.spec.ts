import { ME, aUser, anAnswer } from '../test-support/answer';
import { snapshotState } from './snapshot';
import { isLastOwner, mayChangeEmail, mayDeactivate, mayManage, rolesFor } from './user-administration';
import { userOf } from './users';

const OWNER = { role: 100, is_owner: true, is_admin: true };
const ADMINISTRATOR = { role: 200, is_admin: true };

function stateAs(own: object, ...others: ReturnType<typeof aUser>[]) {
  return snapshotState(anAnswer({ realm_users: [aUser(ME, own), ...others] }));
}

describe('managing accounts', () => {
  it('is for administrators, and for the owners of bots', () => {
    const bots = [aUser(50, { is_bot: true, bot_owner_id: ME }), aUser(51, { is_bot: true, bot_owner_id: 20 })];
    const ids = [20, 50, 51, ME];
    const managed = (own: object) => ids.filter((id) => mayManage(stateAs(own, aUser(20), ...bots), id));
    expect(managed(ADMINISTRATOR)).toEqual([20, 50, 51]);
    expect(managed({})).toEqual([50]);
  });

  it('gives and takes the role of owners only as an owner, and never from the last one', () => {
    const roles = (own: object, target: object, ...others: ReturnType<typeof aUser>[]) => {
      const state = stateAs(own, aUser(20, target), ...others);
      return rolesFor(state, userOf(state, 20));
    };
    expect(roles(ADMINISTRATOR, {})).toEqual([200, 300, 400, 600]);
    expect(roles(ADMINISTRATOR, OWNER)).toEqual([100]);
    expect(roles(OWNER, {})).toEqual([100, 200, 300, 400, 600]);
    expect(roles(OWNER, OWNER)).toEqual([100, 200, 300, 400, 600]);
    expect(roles({}, {})).toEqual([400]);
  });

  it('changes addresses that are seen, of people, where the operator lets the administrator', () => {
    const seen = { delivery_email: 'ann@chat.example' };
    const may = (own: object, target: object, can_change_user_emails?: boolean) => {
      const users = [aUser(ME, own), aUser(20, target)];
      const state = snapshotState(anAnswer({ realm_users: users, can_change_user_emails }));
      return mayChangeEmail(state, userOf(state, 20));
    };
    expect(may(ADMINISTRATOR, seen, true)).toBe(true);
    expect(may(OWNER, seen, true)).toBe(true);
    expect(may(ADMINISTRATOR, seen, false)).toBe(false);
    expect(may(ADMINISTRATOR, seen)).toBe(false);
    expect(may({}, seen, true)).toBe(false);
    expect(may(ADMINISTRATOR, { delivery_email: null }, true)).toBe(false);
    expect(may(ADMINISTRATOR, { ...seen, is_bot: true, bot_owner_id: ME }, true)).toBe(false);
  });

  it('keeps the last owner', () => {
    expect(isLastOwner(stateAs(OWNER, aUser(20)))).toBe(true);
    expect(isLastOwner(stateAs(OWNER, aUser(20, OWNER)))).toBe(false);
    expect(isLastOwner(stateAs(ADMINISTRATOR))).toBe(false);
  });

  it('ends accounts of owners only as an owner', () => {
    const may = (own: object, target: object) => {
      const state = stateAs(own, aUser(20, target));
      return mayDeactivate(state, userOf(state, 20));
    };
    expect(may(ADMINISTRATOR, {})).toBe(true);
    expect(may(ADMINISTRATOR, OWNER)).toBe(false);
    expect(may(OWNER, OWNER)).toBe(true);
    expect(may({}, {})).toBe(false);
  });
});
