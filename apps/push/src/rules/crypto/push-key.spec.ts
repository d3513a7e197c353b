import { decodeBase64, isPushKey, parsePushKey, secretboxKey } from './push-key';

const KEY = 'MQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f';
const base64 = (...bytes: number[]): string => Buffer.from(bytes).toString('base64');
const keyBytes = Array.from({ length: 32 }, (_, index) => index);

describe('parsePushKey', () => {
  it("reads the reference's key", () => {
    expect([...(parsePushKey(KEY) ?? [])]).toEqual([0x31, ...keyBytes]);
  });

  it.each([
    ['nothing', ''],
    ['no base64', 'not base64!'],
    [
      'no padding',
      base64(0x31, ...keyBytes, 0)
        .replace(/=+$/, '')
        .concat('A'),
    ],
    ['the alphabet of URLs', `${KEY.slice(0, 10)}-_${KEY.slice(12)}`],
    ['white space', ` ${KEY}`],
    ['a line break', `${KEY}\n`],
    ['32 bytes', base64(0x31, ...keyBytes.slice(1))],
    ['34 bytes', base64(0x31, ...keyBytes, 0)],
    ['another algorithm', base64(0x32, ...keyBytes)],
    ['no algorithm', base64(...keyBytes, 0)],
  ])('refuses %s', (_what, text) => {
    expect(parsePushKey(text)).toBeNull();
  });
});

describe('decodeBase64', () => {
  it.each([
    ['', ''],
    ['AA==', '\0'],
    ['AAA=', '\0\0'],
    ['AAAA', '\0\0\0'],
  ])('reads %j', (text, bytes) => {
    expect(decodeBase64(text)?.toString('latin1')).toBe(bytes);
  });

  it.each(['A', 'AA', 'AAA', 'A===', 'AA=', '====', 'AAAA====', 'AA==AAAA', 'AAA-'])('refuses %j', (text) => {
    expect(decodeBase64(text)).toBeNull();
  });
});

describe('secretboxKey', () => {
  it('is what follows the tag', () => {
    expect([...secretboxKey(Buffer.of(0x31, ...keyBytes))]).toEqual(keyBytes);
  });

  it('is not taken from anything else', () => {
    expect(isPushKey(Buffer.alloc(33))).toBe(false);
    expect(() => secretboxKey(Buffer.alloc(33))).toThrow('no push key');
  });
});
