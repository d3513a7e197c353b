import { sendsDigests } from './digests';

describe('digests', () => {
  it.each([
    [true, 'smtp://mail.example', true],
    [true, 'none', false],
    [false, 'smtp://mail.example', false],
  ])('with the switch at %s and mail by %s are sent: %s', (STOA_DIGEST_MAILS, STOA_MAIL_URL, expected) => {
    expect(sendsDigests({ STOA_DIGEST_MAILS, STOA_MAIL_URL })).toBe(expected);
  });
});
