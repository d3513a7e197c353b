import { EnumParam, Int64Param, StringParam } from '@stoa/http-params';

/** Far above what the parts need: 44, 44 and some 6,000 characters. */
const LONGEST_KEY = 1_000;
const LONGEST_REGISTRATION = 16_384;

/** `POST /mobile_push/register` (push.md 4). */
export class RegisterPushDeviceParams {
  @EnumParam(['apns', 'fcm'], { name: 'token_kind', doc: 'Push service of the vendor.', text: 'long' })
  tokenKind!: 'apns' | 'fcm';

  @Int64Param({ name: 'push_account_id', doc: 'Chosen at random by the client for the account on this device.' })
  pushAccountId!: string;

  @StringParam({
    name: 'push_key',
    maxLength: LONGEST_KEY,
    doc: 'Base64 of the byte 0x31 and the 32 bytes of a key for XSalsa20-Poly1305, made by the client.',
  })
  pushKey!: string;

  @StringParam({
    name: 'bouncer_public_key',
    maxLength: LONGEST_KEY,
    doc: "Base64 of the push relay's public key to which the registration is sealed.",
  })
  bouncerPublicKey!: string;

  @StringParam({
    name: 'encrypted_push_registration',
    maxLength: LONGEST_REGISTRATION,
    doc: "Base64 of a sealed box that only the push relay opens: the vendor's token, its kind and the time.",
  })
  encryptedPushRegistration!: string;
}

/** `POST /mobile_push/e2ee/test_notification` (push.md 6.2). */
export class TestEncryptedPushParams {
  @Int64Param({ name: 'push_account_id', optional: true, doc: 'The device; absent = all devices of the user.' })
  pushAccountId?: string;
}

/** `POST /mobile_push/test_notification` (push.md 6.1). */
export class TestLegacyPushParams {
  @StringParam({ optional: true, doc: 'The token; absent = all tokens of the user.' })
  token?: string;
}

/** `DELETE /users/me/apns_device_token`, and both calls of the other vendor (push.md 1). */
export class PushTokenParams {
  @StringParam({ doc: 'Token of the vendor, at most 4096 characters.' })
  token!: string;
}

/** `POST /users/me/apns_device_token`. */
export class ApnsTokenParams extends PushTokenParams {
  @StringParam({ name: 'appid', pattern: /^[.a-zA-Z0-9-]+$/, maxLength: 255, doc: 'Bundle ID of the app.' })
  appId!: string;
}
