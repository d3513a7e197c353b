import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SamlProviderSettings, samlCertificate, samlKeyPair } from './saml-provider';
import { signInProviderProblem } from './sign-in-providers';

function makePair(kind: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'stoa-saml-'));
  const files = ['key', 'certificate'].map((name) => path.join(folder, name));
  const options = ['-nodes', '-days', '2', '-subj', '/CN=test', '-keyout', files[0] ?? '', '-out', files[1] ?? ''];
  execFileSync('openssl', ['req', '-x509', '-newkey', ...kind.split(' '), ...options], { stdio: 'ignore' });
  const [key = '', certificate = ''] = files.map((file) => readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
  return { key, certificate };
}

describe('providers of SAML', () => {
  const pair = makePair('rsa:2048');
  const other = makePair('rsa:2048');
  const weak = makePair('rsa:1024');
  const curve = makePair('ec -pkeyopt ec_paramgen_curve:prime256v1');
  const bare = pair.certificate.replace(/-----.*?-----/g, '').trim();
  const GOOD = { issuer: 'urn:corp:idp', sso_url: 'https://id.example/sso', certificates: [pair.certificate] };
  const problemOf = (settings: SamlProviderSettings & { issuer?: string; team?: string }, secret?: string) =>
    signInProviderProblem('saml', { ...GOOD, ...settings }, secret, false);

  it.each<[string, SamlProviderSettings & { client_id?: string }, string?]>([
    ['what it needs', {}],
    ['base64 as metadata has it', { certificates: [bare, other.certificate] }],
    ['another name of this service', { client_id: 'urn:chat' }],
    ['an address with a query', { sso_url: 'https://id.example/sso?idpid=C01' }],
    ['no key', {}, ''],
    ['a key', {}, pair.key + pair.certificate],
  ])('have %s', (_what, settings, secret) => {
    expect(problemOf(settings, secret)).toBeNull();
  });

  it.each<[string, SamlProviderSettings & { issuer?: string; client_id?: string; team?: string }, string, string?]>([
    ['no issuer', { issuer: undefined }, 'its issuer'],
    ['an issuer with a space', { issuer: 'a b' }, 'its issuer'],
    ['a name of this service with a space', { client_id: 'a b' }, 'its client_id'],
    ['no address', { sso_url: undefined }, 'its sso_url'],
    ['an address without TLS', { sso_url: 'http://id.example' }, 'its sso_url'],
    ['an address of another kind', { sso_url: 'javascript:alert(1)' }, 'its sso_url'],
    ['an address with a password', { sso_url: 'https://a:b@id.example' }, 'its sso_url'],
    ['no certificate', { certificates: [] }, 'needs a certificate'],
    ['a certificate that is none', { certificates: [pair.certificate, 'x'] }, 'cannot be read'],
    ['a certificate of a weak key', { certificates: [weak.certificate] }, 'cannot be read'],
    ['a certificate of another kind of key', { certificates: [curve.certificate] }, 'cannot be read'],
    ['a team', { team: 'x' }, 'Only GitHub'],
    ['a key without certificate', {}, 'both as PEM', pair.key],
    ['a key with another’s certificate', {}, 'both as PEM', pair.key + other.certificate],
    ['a weak key', {}, 'both as PEM', weak.key + weak.certificate],
    ['a secret that is no key', {}, 'both as PEM', 'secret'],
  ])('do not have %s', (_what, settings, text, secret) => {
    expect(problemOf(settings, secret)).toContain(text);
  });

  it('have keys in any order', () => {
    for (const secret of [pair.key + pair.certificate, `${pair.certificate}\n${pair.key}`]) {
      expect(samlKeyPair(secret)?.certificate).toBe(samlCertificate(pair.certificate)?.toString());
    }
    expect(samlKeyPair('')).toBeUndefined();
  });
});
