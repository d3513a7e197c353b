import { snapshotState } from '../../store/snapshot';
import { ME, aUser, anAnswer } from '../../test-support/answer';
import { chipsOf, namesOfReactors } from './reaction-chips';

const reaction = (user_id: number, emoji_code: string, emoji_name: string) => ({
  ...{ user_id, emoji_code, emoji_name, reaction_type: 'unicode_emoji' as const },
});

describe('reactions to a message', () => {
  it('stand together by what they are, whatever they were called, in the order of the first of each', () => {
    const all = [reaction(20, '1f44d', '+1'), reaction(30, '1f419', 'octopus'), reaction(ME, '1f44d', 'thumbs_up')];
    const chips = chipsOf(all).map(({ reaction: { emoji_name }, userIds }) => [emoji_name, userIds]);
    expect(chips).toEqual([
      ['+1', [20, ME]],
      ['octopus', [30]],
    ]);
  });

  it('name oneself first', () => {
    const realm_users = [aUser(ME), aUser(20, { full_name: 'Ann' }), aUser(30, { full_name: 'Bo' })];
    const state = snapshotState(anAnswer({ realm_users }));
    expect(namesOfReactors(state, [20, ME, 30])).toBe('You, Ann, and Bo');
    expect(namesOfReactors(state, [30])).toBe('Bo');
  });
});
