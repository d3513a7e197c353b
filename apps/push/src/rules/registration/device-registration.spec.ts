import { DeviceRequest, StoredDevice, planRegistration } from './device-registration';

const NOW = 1_771_000_000_000;
const DAY = 24 * 3_600_000;
const KEY = 'MQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f';
const keyBytes = Buffer.from(KEY, 'base64');
const OTHER_KEY = Buffer.concat([Buffer.of(0x31), Buffer.alloc(32, 7)]).toString('base64');
const TOKEN = 'iGFeKNj3ngQ=';
const OTHER_TOKEN = '+wKIhyAx/Eg=';

const keyGroup: DeviceRequest = { push_key: KEY, push_key_id: 5 };
const tokenGroup: DeviceRequest = {
  token_kind: 'fcm',
  token_id: TOKEN,
  bouncer_public_key: 'relay key',
  encrypted_push_registration: 'sealed',
};
const both: DeviceRequest = { ...keyGroup, ...tokenGroup };

const empty: StoredDevice = {
  ...{ hasKey: false, pushKey: null, pushKeyId: null, tokenKind: null, tokenId: null },
  ...{ pendingTokenId: null, errorCode: null, tokenUpdatedAtMs: null },
};
const pending: StoredDevice = {
  ...{ hasKey: true, pushKey: keyBytes, pushKeyId: 5, tokenKind: 'fcm', tokenId: null },
  ...{ pendingTokenId: TOKEN, errorCode: null, tokenUpdatedAtMs: NOW - 1_000 },
};
const active: StoredDevice = { ...pending, tokenId: TOKEN, pendingTokenId: null };
const rotating: StoredDevice = { ...active, pendingTokenId: OTHER_TOKEN };
const failed: StoredDevice = { ...pending, errorCode: 'REQUEST_EXPIRED' };
const failedRotation: StoredDevice = { ...rotating, errorCode: 'BAD_REQUEST' };

const key = { id: 5, bytes: keyBytes };
const token = { id: TOKEN, kind: 'fcm', bouncerPublicKey: 'relay key', encryptedPushRegistration: 'sealed' };

const MISSING = 'Missing parameters: must provide either all push key fields, all token fields, or both.';
const IN_PROGRESS = 'A registration for the device already in progress.';

/** Levels 468 and 470: the table of push.md 3.2, by its lines. */
describe('planRegistration', () => {
  it.each<[string, StoredDevice, DeviceRequest, string]>([
    ['4: nothing', active, {}, MISSING],
    ['4: half a key', active, { push_key: KEY }, MISSING],
    ['4: half of both', active, { push_key_id: 5, token_kind: 'fcm', token_id: TOKEN }, MISSING],
    ['5: a key without one before', empty, keyGroup, 'No push registration exists to rotate key for.'],
    ['6: no key', active, { push_key: 'AAAA', push_key_id: 5 }, 'Invalid `push_key`'],
    ['9: a token while one is pending', pending, tokenGroup, IN_PROGRESS],
    ['9: both while a token is pending', pending, both, IN_PROGRESS],
    ['9: a token while one rotates', rotating, tokenGroup, IN_PROGRESS],
    ['9 before 10', pending, { ...tokenGroup, token_id: '%' }, IN_PROGRESS],
    ['10: no base64', active, { ...tokenGroup, token_id: '%' }, 'Invalid `token_id`'],
    ['10: of another length', active, { ...both, token_id: 'AAAA' }, 'Invalid `token_id`'],
    ['10 before 11', empty, { ...tokenGroup, token_id: '%' }, 'Invalid `token_id`'],
    ['11: a token without a key', empty, tokenGroup, 'No push registration exists to rotate token for.'],
    ['14: both, but no key', empty, { ...both, push_key: 'AAAA' }, 'Invalid `push_key`'],
  ])('refuses %s', (_line, device, request, text) => {
    expect(() => planRegistration(device, request, NOW)).toThrow(text);
  });

  it.each<[string, StoredDevice, DeviceRequest, unknown]>([
    ['7: the same key', active, keyGroup, {}],
    ['8: another key', active, { ...keyGroup, push_key: OTHER_KEY }, { key: { id: 5, bytes: expect.any(Buffer) } }],
    ['8: the key by another name', active, { ...keyGroup, push_key_id: 6 }, { key: { ...key, id: 6 } }],
    ['8: a key while a token is pending', pending, { ...keyGroup, push_key_id: 6 }, { key: { ...key, id: 6 } }],
    ['8: a key for one that cannot be read', { ...active, pushKey: null }, keyGroup, { key }],
    [
      '4: half a token beside a key',
      active,
      { ...keyGroup, push_key_id: 6, token_id: TOKEN },
      { key: { ...key, id: 6 } },
    ],
    ['12: the same token', active, tokenGroup, {}],
    ['12: the same token, a day later', { ...active, tokenUpdatedAtMs: NOW - DAY }, tokenGroup, { token }],
    ['13: another token', active, { ...tokenGroup, token_id: OTHER_TOKEN }, { token: { ...token, id: OTHER_TOKEN } }],
    [
      '13: of another kind, which stays',
      active,
      { ...tokenGroup, token_id: OTHER_TOKEN, token_kind: 'apns' },
      {
        token: { ...token, id: OTHER_TOKEN },
      },
    ],
    ['13: after a failure', failed, tokenGroup, { token }],
    ['13: the old one after a failed rotation', failedRotation, tokenGroup, { token }],
    ['13: half a key beside a token', failed, { ...tokenGroup, push_key: KEY }, { token }],
    ['15: both as they are', active, both, {}],
    ['15: both as they are, a day later', { ...active, tokenUpdatedAtMs: NOW - DAY }, both, { key, token }],
    ['16: both for the first time', empty, both, { key, token }],
    ['16: both, the key by another name', active, { ...both, push_key_id: 6 }, { key: { ...key, id: 6 }, token }],
    ['16: both, of another kind', active, { ...both, token_kind: 'apns' }, { key, token: { ...token, kind: 'apns' } }],
    ['16: both after a failure', failed, both, { key, token }],
    ['16: both after the relay called the token gone', { ...active, tokenId: null }, both, { key, token }],
  ])('stores what is new: %s', (_line, device, request, changes) => {
    expect(planRegistration(device, request, NOW)).toEqual(changes);
  });
});
