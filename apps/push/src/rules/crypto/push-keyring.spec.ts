import { PushIdentity, PushKeyring } from './push-keyring';

const keyring = new PushKeyring('s'.repeat(32));
const other = new PushKeyring('t'.repeat(32));
const pushKey = Buffer.alloc(33, 0x31);
const owner = { userId: 7, pushAccountId: 9007199254740993n };

describe('stored push keys', () => {
  it('open with the secret and for the row that they were sealed for', () => {
    const sealed = keyring.seal(pushKey, owner);
    expect(sealed).toHaveLength(1 + 12 + 16 + 33);
    expect(sealed[0]).toBe(1);
    expect(sealed.includes(pushKey.subarray(1))).toBe(false);
    expect(keyring.open(Uint8Array.from(sealed), owner).equals(pushKey)).toBe(true);
    expect(new PushKeyring('s'.repeat(32)).open(sealed, owner).equals(pushKey)).toBe(true);
  });

  it("open for a client's device of that number alone", () => {
    const device = { userId: 7, clientDeviceId: 3 };
    const sealed = keyring.seal(pushKey, device);
    expect(keyring.open(sealed, device).equals(pushKey)).toBe(true);
    for (const other of [
      { userId: 7, clientDeviceId: 4 },
      { userId: 8, clientDeviceId: 3 },
      { userId: 7, pushAccountId: 3 },
    ]) {
      expect(() => keyring.open(sealed, other)).toThrow();
    }
  });

  it('look different each time', () => {
    expect(keyring.seal(pushKey, owner).equals(keyring.seal(pushKey, owner))).toBe(false);
  });

  it.each([
    ['another secret', () => other.open(keyring.seal(pushKey, owner), owner)],
    ['another user', () => keyring.open(keyring.seal(pushKey, owner), { ...owner, userId: 8 })],
    ['another device', () => keyring.open(keyring.seal(pushKey, owner), { ...owner, pushAccountId: 5 })],
    ['a changed byte', () => keyring.open(flipped(keyring.seal(pushKey, owner), 40), owner)],
    ['a changed tag', () => keyring.open(flipped(keyring.seal(pushKey, owner), 15), owner)],
    ['a cut tag', () => keyring.open(keyring.seal(pushKey, owner).subarray(0, 20), owner)],
    ['an unknown form', () => keyring.open(flipped(keyring.seal(pushKey, owner), 0), owner)],
    ['nothing', () => keyring.open(new Uint8Array(), owner)],
  ])('do not open with %s', (_what, open) => {
    expect(open).toThrow();
  });

  it('need a secret', () => {
    expect(() => new PushKeyring('')).toThrow('empty');
  });
});

describe('nonces', () => {
  const push: PushIdentity = { jobId: 12, deviceId: 3, plaintext: '{"type":"test"}' };

  it('are the same for a repeated push', () => {
    expect(keyring.nonce(push)).toHaveLength(24);
    expect(keyring.nonce(push).equals(new PushKeyring('s'.repeat(32)).nonce({ ...push, jobId: 12n }))).toBe(true);
  });

  it('differ for everything that differs', () => {
    const nonces = [
      keyring.nonce(push),
      other.nonce(push),
      keyring.nonce({ ...push, jobId: 1, deviceId: 23 }),
      keyring.nonce({ ...push, jobId: 13 }),
      keyring.nonce({ ...push, deviceId: 4 }),
      keyring.nonce({ ...push, plaintext: '{"type":"test" }' }),
    ];
    expect(new Set(nonces.map((nonce) => nonce.toString('hex'))).size).toBe(nonces.length);
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
