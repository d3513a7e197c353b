import { jwtIdentity } from './jwt-identity';
import { mayBringToken } from './jwt-provider';

describe('pages that may bring tokens', () => {
  it.each<[string | null, boolean]>([
    ['https://portal.example', true],
    ['https://portal.example.evil', false],
    ['https://evil.example', false],
    ['http://portal.example', false],
    ['https://PORTAL.example', false],
    ['null', false],
    ['', false],
    [null, false],
  ])('%s: %s', (origin, may) => {
    expect(mayBringToken(origin, { origins: ['https://portal.example'] })).toBe(may);
  });

  it('are none unless they are named', () => {
    expect(mayBringToken('https://portal.example', {})).toBe(false);
  });
});

describe('jwtIdentity', () => {
  it.each([
    [{ email: ' Ada@x.com ' }, { subject: 'email|ada@x.com', email: 'Ada@x.com', fullName: '' }],
    [
      { email: 'ada@x.com', sub: '17', name: ' Ada ' },
      { subject: 'sub||17', email: 'ada@x.com', fullName: 'Ada' },
    ],
    // Two programs that number their people do not mean the same by a number.
    [
      { email: 'ada@x.com', iss: 'https://portal.example', sub: '17' },
      { subject: 'sub|https://portal.example|17', email: 'ada@x.com', fullName: '' },
    ],
    [
      { email: 'ada@x.com', iss: 'a|b%', sub: '17' },
      { subject: 'sub|a%7Cb%25|17', email: 'ada@x.com', fullName: '' },
    ],
    [
      { email: 'ada@x.com', iss: 7, sub: 'a|17' },
      { subject: 'sub||a|17', email: 'ada@x.com', fullName: '' },
    ],
    [
      { email: 'ada', sub: 17, name: ['Ada'] },
      { subject: 'email|ada', email: null, fullName: '' },
    ],
    // Whoever chooses his name there is nobody else here.
    [
      { email: 'eve@x.com', sub: 'email|ada@x.com' },
      { subject: 'sub||email|ada@x.com', email: 'eve@x.com', fullName: '' },
    ],
  ])('of %j', (claims, identity) => {
    expect(jwtIdentity(claims)).toEqual(identity);
  });
});
