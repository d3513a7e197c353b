import {
  SignInProviderSettings,
  offeredBackends,
  signInButtons,
  signInPath,
  signInProviderName,
  signInProviderProblem,
} from './sign-in-providers';

const OIDC: SignInProviderSettings = { issuer: 'https://id.example/', client_id: 'stoa' };

describe('names of providers', () => {
  it.each([
    ['oidc', 'corp', 'oidc:corp'],
    ['oidc', undefined, undefined],
    ['oidc', 'a/b', undefined],
    ['oidc', 'Corp', undefined],
    ['github', undefined, 'github'],
    ['github', 'github', 'github'],
    ['github', 'second', undefined],
  ] as const)('%s %s: %s', (kind, key, name) => {
    expect(signInProviderName(kind, key)).toBe(name);
  });

  it('are parts of addresses', () => {
    expect([signInPath('oidc:corp'), signInPath('github')]).toEqual(['oidc/corp', 'github']);
  });
});

describe('offeredBackends', () => {
  it('are those of the service and of the providers, each once, sorted', () => {
    expect(offeredBackends(false, [])).toEqual(['Email']);
    expect(offeredBackends(false, ['ldap', 'github'])).toEqual(['Email', 'GitHub', 'LDAP']);
    expect(offeredBackends(true, ['oidc', 'oidc', 'github', 'of a later release'])).toEqual([
      'Dev',
      'Email',
      'GitHub',
      'OpenID Connect',
    ]);
  });
});

describe('signInButtons', () => {
  const shown = (kind: string, name: string) => ({ kind, name, display_name: name, display_icon: null });

  it('are the ways that are on, the important ones first', () => {
    const providers = [
      shown('gitlab', 'gitlab'),
      shown('oidc', 'oidc:b'),
      shown('saml2', 'x'),
      shown('oidc', 'oidc:a'),
    ];
    expect(signInButtons(providers, {}).map(({ name }) => name)).toEqual(['oidc:b', 'oidc:a', 'gitlab']);
    expect(signInButtons(providers, { 'OpenID Connect': false })).toEqual([
      {
        ...{ name: 'gitlab', display_name: 'gitlab', display_icon: null },
        login_url: '/accounts/login/social/gitlab',
        signup_url: '/accounts/register/social/gitlab',
      },
    ]);
    expect(signInButtons([shown('oidc', 'oidc:a')], {})[0]?.login_url).toBe('/accounts/login/social/oidc/a');
  });
});

describe('signInProviderProblem', () => {
  it.each<[string, 'oidc' | 'github' | 'gitlab', SignInProviderSettings]>([
    ['generic', 'oidc', OIDC],
    ['a preset with one issuer', 'oidc', { preset: 'google', client_id: 'a', hosted_domain: 'x.com' }],
    ['one tenant', 'oidc', { preset: 'entra', client_id: 'a', issuer: 'https://login.microsoftonline.com/4a/v2.0' }],
    ['GitHub', 'github', { client_id: 'a', organization: 'acme', team: 'chat' }],
    ['a GitLab of one’s own', 'gitlab', { client_id: 'a', issuer: 'https://git.example' }],
  ])('accepts %s', (_name, kind, settings) => {
    expect(signInProviderProblem(kind, settings, true, false)).toBeNull();
  });

  it.each<[string, 'oidc' | 'github', SignInProviderSettings, boolean]>([
    ['no client', 'oidc', { issuer: 'https://id.example' }, true],
    ['no secret', 'oidc', OIDC, false],
    ['no issuer', 'oidc', { client_id: 'a' }, true],
    ['an issuer without TLS', 'oidc', { ...OIDC, issuer: 'http://id.example' }, true],
    ['an issuer that is no address', 'oidc', { ...OIDC, issuer: 'id.example' }, true],
    ['an issuer with credentials', 'oidc', { ...OIDC, issuer: 'https://a:b@id.example' }, true],
    ['an issuer with a query', 'oidc', { ...OIDC, issuer: 'https://id.example?a' }, true],
    ['every tenant', 'oidc', { ...OIDC, issuer: 'https://login.microsoftonline.com/common/v2.0' }, true],
    ['every organization', 'oidc', { ...OIDC, issuer: 'https://login.microsoftonline.com/Organizations/v2.0' }, true],
    ['a scope with a space', 'oidc', { ...OIDC, scopes: ['a b'] }, true],
    ['a team elsewhere', 'oidc', { ...OIDC, organization: 'acme' }, true],
    ['a team without its organization', 'github', { client_id: 'a', team: 'chat' }, true],
    ['an organization with a slash', 'github', { client_id: 'a', organization: 'a/b' }, true],
    ['a hosted domain elsewhere', 'oidc', { ...OIDC, hosted_domain: 'x.com' }, true],
  ])('refuses %s', (_name, kind, settings, hasSecret) => {
    expect(signInProviderProblem(kind, settings, hasSecret, false)).toEqual(expect.any(String));
  });

  it('lets developers do without TLS', () => {
    expect(signInProviderProblem('oidc', { ...OIDC, issuer: 'http://127.0.0.1:8' }, true, true)).toBeNull();
  });
});
