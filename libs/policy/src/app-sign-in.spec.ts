import { createDecipheriv } from 'node:crypto';
import { desktopLoginText, hashPad, paddedApiKey, phoneLoginUrl, readAppSignIn } from './app-sign-in';

const PAD = 'ff00'.repeat(16);

describe('readAppSignIn', () => {
  it.each([
    [{}, null],
    [{ mobile_flow_otp: PAD }, { app: 'phone', pad: PAD }],
    [{ desktop_flow_otp: PAD.toUpperCase() }, { app: 'desktop', pad: PAD.toUpperCase() }],
    [{ mobile_flow_otp: '' }, 'Invalid OTP'],
    [{ mobile_flow_otp: PAD.slice(1) }, 'Invalid OTP'],
    [{ mobile_flow_otp: `${PAD}0` }, 'Invalid OTP'],
    [{ desktop_flow_otp: `${PAD.slice(1)}g` }, 'Invalid OTP'],
    [{ desktop_flow_otp: `${PAD}\n` }, 'Invalid OTP'],
    [{ mobile_flow_otp: PAD, desktop_flow_otp: PAD }, "Can't use both mobile_flow_otp and desktop_flow_otp together."],
  ])('%j', (params, expected) => {
    expect(readAppSignIn(params)).toEqual(expected);
  });
});

describe('what apps get', () => {
  const apiKey = `a${'B'.repeat(31)}`;

  it('pads keys digit by digit', () => {
    const padded = paddedApiKey(apiKey, PAD);
    expect(padded.slice(0, 4)).toBe('9e42');
    const mask = Buffer.from(PAD, 'hex');
    const own = Buffer.from(padded, 'hex').map((byte, place) => byte ^ (mask[place] ?? 0));
    expect(Buffer.from(own).toString('ascii')).toBe(apiKey);
    expect(() => paddedApiKey('short', PAD)).toThrow();
  });

  it('names the account and the organization', () => {
    const url = phoneLoginUrl({ apiKey, pad: PAD, email: 'a+b@x.com', userId: 7, realmUrl: 'https://chat.example' });
    expect(url).toBe(
      `zulip://login?otp_encrypted_api_key=${paddedApiKey(apiKey, PAD)}&email=a%2Bb%40x.com&user_id=7` +
        '&realm=https%3A%2F%2Fchat.example',
    );
  });

  it('encrypts the token of the desktop app under its pad', () => {
    const bytes = Buffer.from(desktopLoginText('token', PAD), 'hex');
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(PAD, 'hex'), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    const opened = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
    expect(opened.toString()).toBe('token');
  });

  it('knows a pad again, however it is written', () => {
    expect(hashPad(PAD.toUpperCase()).equals(hashPad(PAD))).toBe(true);
    expect(hashPad(PAD).equals(hashPad(`00${PAD.slice(2)}`))).toBe(false);
  });
});
