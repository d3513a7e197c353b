import { hashApiKey } from '@stoa/policy';
import { hashOfName } from './hashes';
import { SentKeys } from './sent-keys';

const KEY = 'a'.repeat(32);
const header = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('SentKeys', () => {
  const keys = new SentKeys('secret');

  it('gives the name of the user, and that of the hash of the key', () => {
    const { userName, name } = keys.read(header(`ann@x.org:${KEY}`), {});
    expect(userName).toBe('ann@x.org');
    expect(hashOfName(name)).toEqual(hashApiKey('secret', KEY));
  });

  it('reads the same header of a connection once', () => {
    const connection = {};
    const first = keys.read(header(`ann@x.org:${KEY}`), connection);
    expect(keys.read(header(`ann@x.org:${KEY}`), connection)).toBe(first);
    expect(keys.read(header(`ann@x.org:${KEY}`), {})).not.toBe(first);
  });

  it('reads another header of the same connection anew', () => {
    const connection = {};
    keys.read(header(`ann@x.org:${KEY}`), connection);
    expect(keys.read(header(`bob@x.org:${'b'.repeat(32)}`), connection)).toMatchObject({ userName: 'bob@x.org' });
    expect(keys.read(header(`ann@x.org:${KEY}`), connection)).toMatchObject({ userName: 'ann@x.org' });
  });

  it('refuses what is no key, each time', () => {
    const connection = {};
    keys.read(header(`ann@x.org:${KEY}`), connection);
    for (let time = 0; time < 2; time++) {
      expect(() => keys.read(header('ann@x.org:short'), connection)).toThrow('Malformed API key');
    }
  });
});
