import { snapshotState } from '../../store/snapshot';
import { ME, aGroup, aUser, anAnswer } from '../../test-support/answer';
import { mayCreate, shortNameOf, typesFor } from './bot-types';

function stateWith(bots: number, webhooks: number, me = {}) {
  return snapshotState(
    anAnswer({
      realm_users: [aUser(ME, me), aUser(20)],
      realm_user_groups: [aGroup(1, { members: [ME] }), aGroup(2, { members: [] })],
      realm_can_create_bots_group: bots,
      realm_can_create_write_only_bots_group: webhooks,
    }),
  );
}

describe('bots', () => {
  it('may be created by who is in the groups of the organization, never by guests', () => {
    expect(mayCreate(stateWith(1, 2))).toBe('any');
    expect(mayCreate(stateWith(2, 1))).toBe('webhooks');
    expect(mayCreate(stateWith(2, 2))).toBe('none');
    expect(mayCreate(stateWith(1, 1, { is_guest: true }))).toBe('none');
  });

  it('are of the kinds that may be created', () => {
    expect(typesFor('any', false)).toEqual([1, 2, 3]);
    expect(typesFor('any', true)).toEqual([1, 2, 3, 4]);
    expect(typesFor('webhooks', true)).toEqual([2]);
  });

  it('get an address that their name suggests', () => {
    expect(shortNameOf('Déploy: Bot 2!')).toBe('deploy-bot-2');
    expect(shortNameOf('部署')).toBe('');
  });
});
