import { Role } from '@stoa/policy';
import { roleText } from './role-text';

it('every role of the service has a name of its own', () => {
  const names = [Role.Owner, Role.Administrator, Role.Moderator, Role.Member, Role.Guest].map(roleText);
  expect(names).toEqual(['Owner', 'Administrator', 'Moderator', 'Member', 'Guest']);
});
