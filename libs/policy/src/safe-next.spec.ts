import { safeNext } from './safe-next';

const OWN = 'https://chat.example';

describe('where a sign-in leads to', () => {
  it.each([
    ['/', '/'],
    ['/#narrow/channel/7-general/topic/a.20b', '/#narrow/channel/7-general/topic/a.20b'],
    ['/user_uploads/1/ab/report.pdf?download=1', '/user_uploads/1/ab/report.pdf?download=1'],
    ['/a/../b', '/b'],
    ['/%0d%0aset-cookie:x', '/%0d%0aset-cookie:x'],
    ['https://chat.example/settings', '/settings'],
    ['https://chat.example', '/'],
  ])('is %s', (next, expected) => {
    expect(safeNext(next, OWN)).toBe(expected);
  });

  it.each([
    [undefined],
    [''],
    ['settings'],
    ['//evil.example'],
    ['///evil.example'],
    ['/\\evil.example'],
    ['\\\\evil.example'],
    ['/.//evil.example'],
    ['/..//evil.example/'],
    ['https:evil.example'],
    ['https:/evil.example'],
    ['https://evil.example/'],
    ['http://chat.example/'],
    ['https://chat.example.evil.example/'],
    ['https://chat.example@evil.example/'],
    ['https://evil@chat.example/'],
    ['https://chat.example:8443/'],
    ['https://hall.chat.example/'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    [' /'],
    ['/\tevil'],
    ['/\t/evil.example'],
    ['ht\ttps://evil.example'],
    ['/a\r\nset-cookie: x'],
    ['/\u0000'],
    [`/${'a'.repeat(2_000)}`],
  ])('is nowhere for %j', (next) => {
    expect(safeNext(next, OWN)).toBeUndefined();
  });
});
