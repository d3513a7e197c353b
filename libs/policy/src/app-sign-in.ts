import { createCipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * An app that asked for a sign-in in the browser, and its one-time pad (identity.md 1.6, 1.7): 64 hex digits that only
 * this app and the service know, so that nobody who catches the answer can read it.
 */
export interface AppSignIn {
  app: 'phone' | 'desktop';
  pad: string;
}

/** What somebody sent who opened a page of sign-in. */
export interface AppSignInParams {
  mobile_flow_otp?: string;
  desktop_flow_otp?: string;
}

export type AppSignInProblem = "Can't use both mobile_flow_otp and desktop_flow_otp together." | 'Invalid OTP';

const PAD = /^[0-9a-fA-F]{64}$/;
const IV_BYTES = 12;

/** @returns null for a sign-in to the browser itself; a text for what cannot be a pad (HTTP 400) */
export function readAppSignIn(params: AppSignInParams): AppSignIn | null | AppSignInProblem {
  const { mobile_flow_otp: phone, desktop_flow_otp: desktop } = params;
  if (phone !== undefined && desktop !== undefined) {
    return "Can't use both mobile_flow_otp and desktop_flow_otp together.";
  }
  const pad = phone ?? desktop;
  if (pad === undefined) return null;
  if (!PAD.test(pad)) return 'Invalid OTP';
  return { app: phone === undefined ? 'desktop' : 'phone', pad };
}

/**
 * An API key as a phone's app expects it: its ASCII in hex, each digit XORed with that of the pad, in lower case.
 * @param apiKey 32 characters of ASCII
 * @param pad 64 hex digits
 */
export function paddedApiKey(apiKey: string, pad: string): string {
  const key = Buffer.from(apiKey, 'ascii');
  const mask = Buffer.from(pad, 'hex');
  if (key.length !== mask.length) throw new Error('the key and the pad differ in length');
  return Buffer.from(key.map((byte, place) => byte ^ (mask[place] ?? 0))).toString('hex');
}

export interface PhoneLogin {
  apiKey: string;
  pad: string;
  /** The real address. */
  email: string;
  userId: number;
  /** Canonical, without a slash at the end: the app compares it with what it asked. */
  realmUrl: string;
}

/** Where the browser is sent so that the phone's app opens with its key (identity.md 1.6). */
export function phoneLoginUrl({ apiKey, pad, email, userId, realmUrl }: PhoneLogin): string {
  const query = new URLSearchParams({
    otp_encrypted_api_key: paddedApiKey(apiKey, pad),
    email,
    user_id: String(userId),
    realm: realmUrl,
  });
  return `zulip://login?${query.toString()}`;
}

/** What a person pastes into the desktop app: hex of the IV and the token, encrypted under the pad (identity.md 1.7). */
export function desktopLoginText(token: string, pad: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(pad, 'hex'), iv);
  const encrypted = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, encrypted, cipher.getAuthTag()]).toString('hex');
}

/** By what the app that pastes a token is known again: only its page has the pad. 32 bytes. */
export function hashPad(pad: string): Buffer {
  return createHash('sha256').update(Buffer.from(pad, 'hex')).digest();
}
