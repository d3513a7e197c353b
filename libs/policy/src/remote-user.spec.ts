import { remoteUserIdentity } from './remote-user';

describe('remoteUserIdentity', () => {
  it.each<[string, string | undefined, string | null, string | null]>([
    ['ada@people.example', undefined, 'ada@people.example', 'ada@people.example'],
    ['Ada@People.example ', 'other.example', 'ada@people.example', 'ada@people.example'],
    ['ada', 'People.example', 'ada', 'ada@people.example'],
    ['ada', undefined, 'ada', null],
    ['ada lovelace', 'people.example', 'ada lovelace', null],
    ['', 'people.example', null, null],
    [' ', 'people.example', null, null],
    ['a\u0000b', 'people.example', null, null],
    ['a'.repeat(201), 'people.example', null, null],
  ])('%j with %s', (name, domain, subject, email) => {
    const expected = subject === null ? null : { subject, email, fullName: '' };
    expect(remoteUserIdentity(name, { append_domain: domain })).toEqual(expected);
  });
});
