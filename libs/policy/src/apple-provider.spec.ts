import { generateKeyPairSync } from 'node:crypto';
import { appleIdentity } from './apple-identity';
import { SignInProviderSettings, signInProviderProblem } from './sign-in-providers';

const pem = (curve: string) =>
  generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

describe('Apple', () => {
  const key = pem('P-256');
  const GOOD = { client_id: 'example.chat', team_id: 'TEAM000001', key_id: 'KEY0000001' };

  it.each<[string, SignInProviderSettings, string | undefined, string | null]>([
    ['what it needs', GOOD, key, null],
    ['an app', { ...GOOD, app_id: 'example.chat.app' }, key, null],
    ['the key that is stored', GOOD, undefined, null],
    ['no services ID', { ...GOOD, client_id: undefined }, key, 'its client_id'],
    ['no key', GOOD, '', 'its secret'],
    ['no team', { ...GOOD, team_id: undefined }, key, 'its team_id'],
    ['a key ID that is none', { ...GOOD, key_id: 'x' }, key, 'its team_id'],
    ['a text that is no key', GOOD, 'secret', 'the key that Apple gave'],
    ['a key of another kind', GOOD, pem('P-384'), 'the key that Apple gave'],
  ])('has %s', (_what, settings, secret, problem) => {
    expect(signInProviderProblem('apple', settings, secret, false)).toEqual(
      problem === null ? null : expect.stringContaining(problem),
    );
    expect(signInProviderProblem('oidc', { ...settings, issuer: 'https://id.example' }, 's', false)).not.toBeNull();
  });

  const CLAIMS = { iss: 'https://appleid.apple.com', sub: '001.a', email: 'a@privaterelay.example' };
  it.each<[string, Record<string, unknown>, string | null, string | null, string]>([
    ['a verified address', { email_verified: true }, null, CLAIMS.email, ''],
    ['one that a text says is verified', { email_verified: 'true' }, null, CLAIMS.email, ''],
    ['one that is not', { email_verified: 'false' }, null, null, ''],
    ['none', { email: undefined, email_verified: true }, null, null, ''],
    ['a name', {}, '{"name":{"firstName":"Ada","lastName":"Lovelace"}}', null, 'Ada Lovelace'],
    ['half a name', {}, '{"name":{"firstName":"Ada","lastName":7}}', null, 'Ada'],
    ['no name', {}, '{"name":null}', null, ''],
    ['something else than JSON', {}, '<', null, ''],
  ])('says %s', (_what, claims, user, email, fullName) => {
    const subject = 'https://appleid.apple.com|001.a';
    expect(appleIdentity({ ...CLAIMS, ...claims }, user)).toEqual({ subject, email, fullName });
  });
});
