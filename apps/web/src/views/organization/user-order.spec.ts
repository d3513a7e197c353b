import type { User } from '../../store/state';
import { aUser } from '../../test-support/answer';
import { sortedUsers } from './user-order';

const people: readonly User[] = [
  { ...aUser(1, { full_name: 'Öko', role: 400, date_joined: '2024-01-01' }), is_active: true },
  { ...aUser(2, { full_name: 'Zoe', role: 100, date_joined: '2025-01-01' }), is_active: true },
  { ...aUser(3, { full_name: 'Ann', role: 400, date_joined: '2023-01-01' }), is_active: true },
];
const presences = new Map([
  [1, { active_timestamp: 5, idle_timestamp: 9 }],
  [3, { active_timestamp: 7, idle_timestamp: 0 }],
]);

describe('people', () => {
  it.each([
    ['name', [3, 1, 2]],
    ['role', [2, 3, 1]],
    ['active', [1, 3, 2]],
    ['joined', [2, 1, 3]],
  ] as const)('are sorted by %s', (order, ids) => {
    expect(sortedUsers(people, presences, order, 'de').map(({ user_id }) => user_id)).toEqual(ids);
  });
});
