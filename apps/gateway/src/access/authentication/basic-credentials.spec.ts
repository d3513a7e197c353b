import { parseBasicCredentials } from './basic-credentials';

const encode = (text: string | Buffer) => Buffer.from(text).toString('base64');
const MALFORMED = 'Invalid authorization header for basic auth';

describe('parseBasicCredentials', () => {
  it.each([
    [`Basic ${encode('a@b.c:key')}`],
    [`basic ${encode('a@b.c:key')}`],
    [`  BASIC   ${encode(' a@b.c : key ')} `],
  ])('reads %s', (header) => {
    expect(parseBasicCredentials(header)).toEqual({ userName: 'a@b.c', apiKey: 'key' });
  });

  it.each([
    ['Basic', 401, MALFORMED],
    [`Basic ${encode('a:b')} more`, 401, MALFORMED],
    ['Basic a@b.c:key', 401, MALFORMED],
    ['Basic YTpi=', 401, MALFORMED],
    [`Basic ${encode(Buffer.from([0xff, 0x3a, 0xfe]))}`, 401, MALFORMED],
    [`Basic ${encode('no colon')}`, 401, MALFORMED],
    [`Basic ${encode('a:b:c')}`, 401, MALFORMED],
    [`Bearer ${encode('a:b')}`, 400, 'This endpoint requires HTTP basic authentication.'],
  ])('refuses %s', (header, status, message) => {
    expect(() => parseBasicCredentials(header)).toThrow(expect.objectContaining({ status, message }));
  });
});
