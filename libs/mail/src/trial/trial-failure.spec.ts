import { trialFailure } from './trial-failure';

function failureWith(message: string, details: object = {}): Error {
  return Object.assign(new Error(message), details);
}

describe('a trial that failed', () => {
  it.each([
    ['getaddrinfo ENOTFOUND mail.example', { code: 'EDNS' }, 'name of the server is not known'],
    ['connect ECONNREFUSED 127.0.0.1:1', { code: 'ESOCKET' }, 'Nothing listens at this port'],
    ['Connection timeout', { code: 'ETIMEDOUT', command: 'CONN' }, 'a firewall or a network policy'],
    ['ssl3_get_record:wrong version number', { code: 'ESOCKET' }, 'does not begin with TLS'],
    ['self-signed certificate', { code: 'ESOCKET' }, 'certificate of the server is not one'],
    ["Hostname/IP does not match certificate's altnames", {}, 'certificate of the server is not one'],
    ['Invalid greeting. response=554 go away', { responseCode: 554, command: 'CONN' }, 'does not talk to this machine'],
  ])('before the login, with "%s", says what to look at', (said, details, advice) => {
    const failure = trialFailure(failureWith(said, details), 'connect');
    expect(failure).toMatchObject({ step: 'connect', said, advice: expect.stringContaining(advice) });
  });

  it.each([
    ['AUTH PLAIN', 535, 'login', 'login', 'refused', 'user and password'],
    ['MAIL FROM', 553, 'content', 'sender', 'refused', 'does not let this user send'],
    ['RCPT TO', 550, 'content', 'recipient', 'refused', 'does not take mail for the recipient'],
    ['RCPT TO', 450, 'content', 'recipient', 'later', 'does not take mail for the recipient'],
    ['DATA', 554, 'content', 'content', 'refused', 'did not want the mail itself'],
    ['', 0, 'content', 'content', 'silent', 'went silent'],
  ] as const)('at "%s" with %i says so', (command, responseCode, reached, step, kind, advice) => {
    const failure = trialFailure(failureWith('no', { command, responseCode }), reached);
    expect(failure).toMatchObject({ step, kind, advice: expect.stringContaining(advice) });
  });

  it('is one even if nothing is known of it', () => {
    expect(trialFailure('broken', 'connect')).toMatchObject({ said: 'broken', kind: 'silent' });
  });
});
