import { RoleGuard, refusalOf, refusalsOf } from './role-guards';

const GUESTS = 'Not allowed for guest users';
const BOTS = 'This endpoint does not accept bot requests.';
const HUMANS = 'This endpoint requires a bot user account.';
const ROLES = [100, 200, 300, 400, 600];

describe('refusalOf', () => {
  // One text per role 100, 200, 300, 400, 600.
  const table: [RoleGuard, boolean, (string | undefined)[]][] = [
    ['non-guest', false, [undefined, undefined, undefined, undefined, GUESTS]],
    ['non-guest', true, [undefined, undefined, undefined, undefined, GUESTS]],
    ['human-member', false, [undefined, undefined, undefined, undefined, GUESTS]],
    ['human-member', true, [BOTS, BOTS, BOTS, BOTS, GUESTS]],
    ['human', false, [undefined, undefined, undefined, undefined, undefined]],
    ['human', true, [BOTS, BOTS, BOTS, BOTS, BOTS]],
    ['bot', false, [HUMANS, HUMANS, HUMANS, HUMANS, HUMANS]],
    ['bot', true, [undefined, undefined, undefined, undefined, undefined]],
    ['organization-member', false, [undefined, undefined, undefined, undefined, 'Must be an organization member']],
    ['administrator', false, [undefined, undefined, ...Array<string>(3).fill('Must be an organization administrator')]],
    ['owner', true, [undefined, ...Array<string>(4).fill('Must be an organization owner')]],
  ];
  it.each(table)('%s, bot %s', (guard, isBot, texts) => {
    expect(ROLES.map((role) => refusalOf(guard, { role, isBot })?.msg)).toEqual(texts);
  });

  it('has the code of principals only for what concerns the role', () => {
    expect(refusalOf('owner', { role: 200, isBot: false })?.code).toBe('UNAUTHORIZED_PRINCIPAL');
    expect(refusalOf('non-guest', { role: 600, isBot: false })?.code).toBe('BAD_REQUEST');
    expect(refusalOf('human', { role: 200, isBot: true })?.code).toBe('BAD_REQUEST');
  });
});

it.each<[RoleGuard, string[]]>([
  ['human', ['This endpoint does not accept bot requests.']],
  ['human-member', ['Not allowed for guest users', 'This endpoint does not accept bot requests.']],
  ['administrator', ['Must be an organization administrator']],
])('the refusals of %s', (guard, texts) => expect(refusalsOf(guard).map(({ msg }) => msg)).toEqual(texts));
