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
    const ways = ['jwt', 'apple', 'github', 'remoteuser', 'saml:x'].map((name) =>
      shown(name.split(':')[0] ?? '', name),
    );
    const buttons = signInButtons(ways, {});
    expect(buttons.map(({ name }) => name)).toEqual(['saml:x', 'remoteuser', 'github', 'apple']);
    const start = '/accounts/login/start/sso/';
    expect(buttons[1]).toMatchObject({ login_url: start, signup_url: start });
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
    expect(signInProviderProblem(kind, settings, 'secret', false)).toBeNull();
  });

  it.each<[string, 'oidc' | 'github', SignInProviderSettings, string]>([
    ['no client', 'oidc', { issuer: 'https://id.example' }, 's'],
    ['no secret', 'oidc', OIDC, ''],
    ['no issuer', 'oidc', { client_id: 'a' }, 's'],
    ['an issuer without TLS', 'oidc', { ...OIDC, issuer: 'http://id.example' }, 's'],
    ['an issuer that is no address', 'oidc', { ...OIDC, issuer: 'id.example' }, 's'],
    ['an issuer with credentials', 'oidc', { ...OIDC, issuer: 'https://a:b@id.example' }, 's'],
    ['an issuer with a query', 'oidc', { ...OIDC, issuer: 'https://id.example?a' }, 's'],
    ['every tenant', 'oidc', { ...OIDC, issuer: 'https://login.microsoftonline.com/common/v2.0' }, 's'],
    ['every organization', 'oidc', { ...OIDC, issuer: 'https://login.microsoftonline.com/Organizations/v2.0' }, 's'],
    ['a scope with a space', 'oidc', { ...OIDC, scopes: ['a b'] }, 's'],
    ['a team elsewhere', 'oidc', { ...OIDC, organization: 'acme' }, 's'],
    ['a team without its organization', 'github', { client_id: 'a', team: 'chat' }, 's'],
    ['an organization with a slash', 'github', { client_id: 'a', organization: 'a/b' }, 's'],
    ['a domain to append elsewhere', 'oidc', { ...OIDC, append_domain: 'x.com' }, 's'],
    ['a certificate elsewhere', 'oidc', { ...OIDC, certificates: ['x'] }, 's'],
    ['an attribute elsewhere', 'github', { client_id: 'a', email_attribute: 'mail' }, 's'],
    ['a hosted domain elsewhere', 'oidc', { ...OIDC, hosted_domain: 'x.com' }, 's'],
  ])('refuses %s', (_name, kind, settings, secret) => {
    expect(signInProviderProblem(kind, settings, secret, false)).toEqual(expect.any(String));
  });

  it('knows which groups of a provider are groups here', () => {
    const problemOf = (kind: 'oidc' | 'github' | 'remoteuser', settings: SignInProviderSettings) =>
      signInProviderProblem(kind, settings, kind === 'remoteuser' ? '' : 's', false);
    const groups = [{ external: 'dev' }];
    expect([
      problemOf('oidc', { ...OIDC, groups, groups_claim: 'g' }),
      problemOf('oidc', { ...OIDC, groups: [{ external: '*' }] }),
    ]).toEqual([null, null]);
    const elsewhere = 'Only OpenID Connect and SAML have groups and profile fields.';
    expect(problemOf('github', { client_id: 'a', groups })).toBe(elsewhere);
    expect(problemOf('remoteuser', { groups: [{ external: '*' }] })).toBe(elsewhere);
    expect(problemOf('github', { client_id: 'a', profile_fields: [{ external: 'a', local: 'b' }] })).toBe(elsewhere);
    const unnamed = 'A claim needs the name of its profile field.';
    expect(problemOf('oidc', { ...OIDC, profile_fields: [{ external: 'a' }] })).toBe(unnamed);
    const unused = 'A claim with groups needs groups that are groups here.';
    expect(problemOf('oidc', { ...OIDC, groups_claim: 'g' })).toBe(unused);
    const wrong = 'A group here cannot have one of the names of groups.';
    expect(problemOf('oidc', { ...OIDC, groups: [{ external: 'role:owners' }] })).toBe(wrong);
  });

  it.each([
    [1, null],
    [9_600, null],
    [0, 'Sessions last from one hour to 9600 hours.'],
    [9_601, 'Sessions last from one hour to 9600 hours.'],
  ])('says how long sessions last: %s hours', (max_session_hours, problem) => {
    expect(signInProviderProblem('oidc', { ...OIDC, max_session_hours }, 's', false)).toBe(problem);
    expect(signInProviderProblem('remoteuser', { max_session_hours }, '', false)).toBe(problem);
  });

  it('knows nothing of a proxy but a domain', () => {
    const problemOf = (settings: SignInProviderSettings, secret = '') =>
      signInProviderProblem('remoteuser', settings, secret, false);
    expect([problemOf({}), problemOf({ append_domain: 'x.com', auto_signup: true })]).toEqual([null, null]);
    expect(problemOf({ append_domain: 'x com' })).toBe('The appended domain must be a domain.');
    for (const problem of [problemOf({ issuer: 'x' }), problemOf({ client_id: 'x' }), problemOf({}, 's')]) {
      expect(problem).toContain('A proxy has no issuer');
    }
  });

  it('needs the origins of pages that post tokens, and nothing else of them', () => {
    const problemOf = (settings: SignInProviderSettings, secret = '', isDevelopment = false) =>
      signInProviderProblem('jwt', settings, secret, isDevelopment);
    const origins = ['https://portal.example', 'https://portal.example:8443'];
    expect([problemOf({ origins }), problemOf({ origins, auto_signup: true })]).toEqual([null, null]);
    expect(problemOf({ origins: ['http://127.0.0.1:8'] }, '', true)).toBeNull();
    for (const settings of [{}, { origins: [] }]) expect(problemOf(settings)).toContain('need the origins');
    for (const origin of [
      'https://portal.example/',
      'https://a@portal.example',
      'http://portal.example',
      'null',
      '*',
    ]) {
      expect(problemOf({ origins: [origin] }), origin).toContain('An origin is written as');
    }
    for (const problem of [problemOf({ origins, issuer: 'x' }), problemOf({ origins }, 's')]) {
      expect(problem).toContain('Tokens have no issuer');
    }
    expect(signInProviderProblem('oidc', { ...OIDC, origins }, 's', false)).toBe('Only tokens have origins.');
  });

  it('lets developers do without TLS', () => {
    expect(signInProviderProblem('oidc', { ...OIDC, issuer: 'http://127.0.0.1:8' }, 's', true)).toBeNull();
  });
});
