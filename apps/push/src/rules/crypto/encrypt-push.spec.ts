import fc from 'fast-check';
import sodium from 'libsodium-wrappers';
import nacl from 'tweetnacl';
import { PUSH_NONCE_BYTES, encryptPush } from './encrypt-push';

const counting = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index);
const pushKeyOf = (key: Uint8Array): Buffer => Buffer.concat([Buffer.of(0x31), key]);

/** As a device does it, with an implementation of its own. */
function openAsDevice(encryptedData: string, key: Uint8Array): string | null {
  const bytes = Buffer.from(encryptedData, 'base64');
  const opened = nacl.secretbox.open(
    Uint8Array.from(bytes.subarray(PUSH_NONCE_BYTES)),
    Uint8Array.from(bytes.subarray(0, PUSH_NONCE_BYTES)),
    key,
  );
  return opened && Buffer.from(opened).toString('utf8');
}

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const push = fc.record({ key: bytes(32), nonce: bytes(24), text: fc.string({ unit: 'binary', maxLength: 4000 }) });

describe('encryptPush', () => {
  it("gives the reference's bytes", async () => {
    const encrypted = await encryptPush(pushKeyOf(counting(32)), '{"type":"test","user_id":10}', counting(24));
    expect(encrypted).toBe(
      'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXu7Bqc/kV08IVwVYpOj4QJyXdTDa3r4AqmUjqTRytZrUn1iOt00xbzS2TV+k=',
    );
  });

  it("gives the second generation's bytes", async () => {
    const plaintext =
      '{"realm_url":"https://chat.example.com","realm_name":"Example","user_id":10,"type":"message","message_id":4501,' +
      '"time":1771000000,"content":"Lunch?","sender_id":6,"sender_full_name":"Ada",' +
      '"sender_avatar_url":"https://chat.example.com/avatar/6","recipient_type":"direct","recipient_user_ids":[6,10]}';
    expect(Buffer.byteLength(plaintext)).toBe(297);
    const nonce = counting(24).map((byte) => byte + 0x40);
    expect(await encryptPush(pushKeyOf(counting(32)), plaintext, nonce)).toBe(
      'QEFCQ0RFRkdISUpLTE1OT1BRUlNUVVZXH01MtjiwS/eyiEyqANVuFzE1JxxbPdZ1sysdQ1KrMoW6RzVuQmw8oIWhDK+BuO4kuFFHcoHa5Ch7' +
        'PnkYXZ8FQeHZRk+drPU+6b/L3mJVspfqv93XBKaYn2HVoSmvOnxDN2BKPJJ5akX+AN5j/RS4o/CCXi/YQUyZT3NJDS7zITTyTgVlsaPiaqGN' +
        'OPoYBnrSy4ZdCr3/FaYXx+F8DBDoM0dV3bYLT4FRJS9mMi9ui81CcUWASDbJM1r3Q4y1XxG0+2U68Bgy3LxLq1na9XHmfYPNzuZ0zGguT4Gx' +
        '7jvOmBiFU8i2tOVeDRmhVlKr5iNXB4kH0P1S/K6G91V6gArA1LpqLPHjU+4H/HCTXSQ7GL68fypNr/djyWmBA6gNy3IcrgeyqMNn96fPjAc+' +
        'xM2Mxj9HGpe6v+mW4g==',
    );
  });

  it('is what another implementation gives and opens', async () => {
    await fc.assert(
      fc.asyncProperty(push, async ({ key, nonce, text }) => {
        const encrypted = await encryptPush(pushKeyOf(key), text, nonce);
        const expected = nacl.secretbox(Uint8Array.from(Buffer.from(text, 'utf8')), nonce, key);
        expect(encrypted).toBe(Buffer.concat([nonce, expected]).toString('base64'));
        expect(openAsDevice(encrypted, key)).toBe(Buffer.from(text, 'utf8').toString('utf8'));
      }),
      { numRuns: 200 },
    );
  });

  it('uses a library that opens what the other implementation encrypts', async () => {
    await sodium.ready;
    fc.assert(
      fc.property(push, ({ key, nonce, text }) => {
        const plain = Uint8Array.from(Buffer.from(text, 'utf8'));
        const opened = sodium.crypto_secretbox_open_easy(nacl.secretbox(plain, nonce, key), nonce, key);
        expect(Buffer.from(opened).equals(plain)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('cannot be opened with another key or after a change', async () => {
    const encrypted = await encryptPush(pushKeyOf(counting(32)), 'hidden', counting(24));
    expect(openAsDevice(encrypted, new Uint8Array(32))).toBeNull();
    const changed = Buffer.from(encrypted, 'base64');
    changed[30] = (changed[30] ?? 0) ^ 1;
    expect(openAsDevice(changed.toString('base64'), counting(32))).toBeNull();
  });

  it('refuses keys and nonces of another form', async () => {
    await expect(encryptPush(counting(33), 'x', counting(24))).rejects.toThrow('no push key');
    await expect(encryptPush(pushKeyOf(counting(32)), 'x', counting(23))).rejects.toThrow('24 bytes');
  });
});
