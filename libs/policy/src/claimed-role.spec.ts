import { claimedRole } from './claimed-role';

describe('claimedRole', () => {
  it.each<[string, unknown, number | undefined]>([
    ['a role', 'moderator', 300],
    ['the first of several', ['staff', 'administrator', 'owner'], 200],
    ['none', ['staff'], undefined],
    ['another spelling', 'Owner', undefined],
    ['a number', 100, undefined],
    ['nothing', undefined, undefined],
    ['an object', { role: 'owner' }, undefined],
  ])('%s', (_what, values, role) => {
    expect(claimedRole(values)).toBe(role);
  });
});
