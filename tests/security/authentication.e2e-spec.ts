import type { Surface } from '@stoa/contracts/rpc';
import { refusalOf } from '@stoa/policy';
import type { InjectOptions } from 'light-my-request';
import { RegisteredEndpoint } from '../../apps/gateway/src/http/registered-endpoint';
import { Caller, Edge, startEdge } from './edge';
import { OUTSIDE_ROUTES } from './outside-routes';

const API = '/api/v1/';
const SESSIONS = '/json/';
/** What pages of the organization send. */
const OWN_PAGE = { origin: 'http://chat.example', 'x-csrftoken': 'x' };
const FORM = 'application/x-www-form-urlencoded';

type Method = NonNullable<InjectOptions['method']>;

/** Every route of the gateway, with every kind of credentials that must not open it. */
describe('the edge', () => {
  let edge: Edge;

  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge.stop());

  const urlOf = ({ options, decoder }: RegisteredEndpoint, prefix = API): string =>
    prefix +
    options.path.replace(/\{(\w+)\}/g, (_match, name: string) => {
      const kind = decoder.specs.find((spec) => spec.name === name)?.kind;
      return kind?.schema.type === 'integer' ? '999999999' : 'nothing';
    });
  const ask = async (
    endpoint: RegisteredEndpoint,
    headers: Record<string, string>,
    { method = endpoint.options.method, prefix = API }: { method?: string; prefix?: string } = {},
  ) => {
    const isForm = method !== 'GET';
    const { statusCode, body } = await edge.inject({
      method: method as Method,
      url: urlOf(endpoint, prefix),
      headers: { ...headers, ...(isForm ? { 'content-type': FORM } : {}) },
      ...(isForm ? { payload: '' } : {}),
    });
    return { status: statusCode, body: JSON.parse(body) as { code?: string; msg?: string } };
  };
  const nameOf = ({ options }: RegisteredEndpoint): string => `${options.method} ${options.path}`;
  const endpointsOf = (surface: Surface) =>
    edge.endpoints.filter(({ options }) => (options.surface ?? surface) === surface);
  const protectedOnes = (surface: Surface = 'key') =>
    endpointsOf(surface).filter(({ options }) => options.auth !== 'public');

  it('has no route that nobody has thought about', () => {
    const pathsOf = (surface: Surface, prefix: string) =>
      endpointsOf(surface).map(({ options }) => prefix + options.path.replace(/\{\w+\}/g, ':'));
    const declared = new Set([...pathsOf('key', API), ...pathsOf('session', SESSIONS)]);
    const unknown = edge.routes
      .map(({ url }) => url)
      .filter((url) => !declared.has(url.replace(/:\w+(\([^)]*\))?|\*/g, ':')) && !(url in OUTSIDE_ROUTES));
    expect([...new Set(unknown)]).toEqual([]);
    expect(Object.keys(OUTSIDE_ROUTES).filter((url) => !edge.routes.some((route) => route.url === url))).toEqual([]);
  });

  it('asks everybody for credentials but where the API says otherwise', async () => {
    const open: string[] = [];
    for (const endpoint of endpointsOf('key')) {
      const { status } = await ask(endpoint, {});
      if (status !== 401) open.push(`${nameOf(endpoint)} (${endpoint.options.auth})`);
    }
    expect(open.sort()).toEqual(OPEN_ENDPOINTS);
  });

  it('asks browsers for a session but where the API says otherwise', async () => {
    const open: string[] = [];
    for (const endpoint of endpointsOf('session')) {
      const { status } = await ask(endpoint, OWN_PAGE, { prefix: SESSIONS });
      if (status !== 401) open.push(`${nameOf(endpoint)} (${endpoint.options.auth})`);
    }
    expect(open.sort()).toEqual(OPEN_TO_BROWSERS);
  });

  it.each<[string, (edge: Edge) => Record<string, string>, number, string]>([
    ['of another organization', ({ callers }) => by(callers.stranger), 400, 'BAD_REQUEST'],
    ['of a closed organization', ({ callers }) => by(callers.closed), 401, 'REALM_DEACTIVATED'],
    ['of a deactivated account', ({ callers }) => by(callers.deactivated), 401, 'USER_DEACTIVATED'],
    ['that has ended', ({ callers }) => by(callers.revoked), 401, 'UNAUTHORIZED'],
    ['that nobody has', () => ({ cookie: `sessionid=${'x'.repeat(43)}` }), 401, 'UNAUTHORIZED'],
    ['that is a key', ({ callers }) => ({ cookie: `sessionid=${callers.owner.apiKey}` }), 401, 'UNAUTHORIZED'],
    ['but a key', ({ callers }) => of(callers.owner), 401, 'UNAUTHORIZED'],
  ])('takes no session %s', async (_what, headersOf, expected, code) => {
    const headers = { ...headersOf(edge), ...OWN_PAGE };
    const taken: string[] = [];
    for (const endpoint of protectedOnes('session')) {
      const { status, body } = await ask(endpoint, headers, { prefix: SESSIONS });
      if (status !== expected || body.code !== code) taken.push(`${nameOf(endpoint)}: ${status} ${body.code ?? ''}`);
    }
    expect(taken).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['nothing that only its pages send', {}],
    ['no header', { origin: OWN_PAGE.origin }],
    ['another origin', { ...OWN_PAGE, origin: 'http://other.chat.example' }],
    ['no origin', { origin: 'null', 'x-csrftoken': 'x' }],
  ])('changes nothing for a browser that sends %s', async (_what, headers) => {
    const taken: string[] = [];
    for (const endpoint of endpointsOf('session').filter(({ options }) => options.method !== 'GET')) {
      const sent = { ...by(edge.callers.owner), ...headers };
      for (const method of [endpoint.options.method, 'POST']) {
        const { status, body } = await ask(endpoint, sent, { method, prefix: SESSIONS });
        const isRefused = (status === 403 && body.code === 'CSRF_FAILED') || status === 405;
        if (!isRefused) taken.push(`${method} for ${nameOf(endpoint)}: ${status} ${body.code ?? ''}`);
      }
    }
    expect(taken).toEqual([]);
  });

  it('ignores sessions where keys are asked for', async () => {
    const open: string[] = [];
    for (const endpoint of protectedOnes()) {
      const { status } = await ask(endpoint, { ...by(edge.callers.owner), ...OWN_PAGE });
      if (status !== 401) open.push(nameOf(endpoint));
    }
    expect(open).toEqual([]);
  });

  it.each<[string, (edge: Edge) => Record<string, string>, string]>([
    ['of another organization', ({ callers }) => of(callers.stranger), 'Account is not associated with this subdomain'],
    ['of a closed organization', ({ callers }) => of(callers.closed), 'This organization has been deactivated'],
    ['of a deactivated account', ({ callers }) => of(callers.deactivated), 'Account is deactivated'],
    ['that were revoked', ({ callers }) => of(callers.revoked), 'Invalid API key'],
    [
      'with another account’s name',
      ({ callers }) => basic(callers.owner.email, callers.member.apiKey),
      'Invalid API key',
    ],
    ['with a key that nobody has', ({ callers }) => basic(callers.owner.email, '0'.repeat(32)), 'Invalid API key'],
    [
      'with a key’s beginning',
      ({ callers }) => basic(callers.owner.email, callers.owner.apiKey.slice(0, 31)),
      'Malformed API key',
    ],
    ['without a key', ({ callers }) => basic(callers.owner.email, ''), 'Malformed API key'],
    ['with a pattern for a key', ({ callers }) => basic(callers.owner.email, '%'.repeat(32)), 'Malformed API key'],
  ])('takes no credentials %s', async (_what, headersOf, msg) => {
    const headers = headersOf(edge);
    const taken: string[] = [];
    for (const endpoint of protectedOnes()) {
      const { status, body } = await ask(endpoint, headers);
      if (status !== 401 || body.msg !== msg) taken.push(`${nameOf(endpoint)}: ${status} ${body.msg ?? ''}`);
    }
    expect(taken).toEqual([]);
  });

  it('asks for credentials as well where a POST asks to be taken for another method', async () => {
    const open: string[] = [];
    for (const endpoint of protectedOnes().filter(({ options }) => options.auth === 'user')) {
      const { statusCode } = await edge.inject({
        method: 'POST',
        url: urlOf(endpoint),
        headers: { 'content-type': FORM },
        payload: `method=${endpoint.options.method}`,
      });
      if (statusCode !== 401) open.push(`${nameOf(endpoint)}: ${statusCode}`);
    }
    expect(open).toEqual([]);
  });

  it('takes no other name for the method, the path or the host than HTTP’s own', async () => {
    const { stranger } = edge.callers;
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const { statusCode } = await edge.inject({
        method: 'GET',
        url: `${API}server_settings`,
        headers: { [name]: 'DELETE' },
      });
      expect([name, statusCode]).toEqual([name, 200]);
    }
    for (const name of ['x-original-url', 'x-rewrite-url']) {
      const { statusCode } = await edge.inject({
        method: 'GET',
        url: `${API}server_settings`,
        headers: { [name]: `${API}users/me` },
      });
      expect([name, statusCode]).toEqual([name, 200]);
    }
    for (const name of ['x-forwarded-host', 'x-host', 'forwarded', 'x-forwarded-server']) {
      const value = name === 'forwarded' ? 'host=other.chat.example' : 'other.chat.example';
      const { statusCode } = await edge.inject({
        method: 'GET',
        url: `${API}users/me`,
        headers: { ...of(stranger), [name]: value },
      });
      expect([name, statusCode]).toEqual([name, 401]);
    }
  });

  it('lets nobody past an endpoint’s guard who does not satisfy it', async () => {
    const kinds: [keyof Edge['callers'], { role: number; isBot: boolean }][] = [
      ['owner', { role: 100, isBot: false }],
      ['member', { role: 400, isBot: false }],
      ['guest', { role: 600, isBot: false }],
      ['bot', { role: 400, isBot: true }],
    ];
    const wrong: string[] = [];
    for (const endpoint of protectedOnes()) {
      const { guard } = endpoint.options;
      for (const [kind, actor] of kinds) {
        const { status, body } = await ask(endpoint, of(edge.callers[kind]));
        const refusal = guard && refusalOf(guard, actor);
        const isRefused = status === 400 && body.msg === refusal?.msg && body.code === refusal?.code;
        if (refusal && !isRefused) wrong.push(`${nameOf(endpoint)} as ${kind}: ${status} ${body.msg ?? ''}`);
        if (status === 401 || status === 500) wrong.push(`${nameOf(endpoint)} as ${kind}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('lets incoming webhook bots send messages, and nothing else', async () => {
    const open: string[] = [];
    for (const endpoint of protectedOnes()) {
      const { status } = await ask(endpoint, of(edge.callers.webhookBot));
      if (status !== 401) open.push(nameOf(endpoint));
    }
    expect(open).toEqual(['POST messages']);
  });

  it('has guards where they were, so that one that goes missing is seen', () => {
    const guarded = edge.endpoints.flatMap((endpoint) =>
      endpoint.options.guard ? [`${nameOf(endpoint)}: ${endpoint.options.guard}`] : [],
    );
    expect(guarded.sort()).toMatchSnapshot();
  });
});

/** What works without an account: to find out how to get in, and what spectators may read. */
const OPEN_ENDPOINTS = [
  'GET compatibility (public)',
  'GET dev_list_users (public)',
  'GET realm/subdomain/{subdomain} (public)',
  'GET server_settings (public)',
  'POST dev_fetch_api_key (public)',
  'POST fetch_api_key (public)',
  'POST jwt/fetch_api_key (public)',
];

/** What a browser that has not signed in may ask. */
const OPEN_TO_BROWSERS = [
  'GET compatibility (public)',
  'GET dev_list_users (public)',
  'GET realm/subdomain/{subdomain} (public)',
  'GET server_settings (public)',
  'POST accounts/find (public)',
  'POST dev_login (public)',
  'POST email_change/confirm (public)',
  'POST external_sign_up (public)',
  'POST external_sign_up/open (public)',
  'POST login (public)',
  'POST login/passkey (public)',
  'POST login/passkey/options (public)',
  'POST login/second_factor (public)',
  'POST login/second_factor/set_up (public)',
  'POST password_reset (public)',
  'POST password_reset/open (public)',
  'POST password_reset/set (public)',
  'POST sign_up (public)',
  'POST sign_up/open (public)',
  'POST sign_up/request (public)',
];

function by({ cookie }: Caller): Record<string, string> {
  return { cookie };
}

function of({ authorization }: Caller): Record<string, string> {
  return { authorization };
}

function basic(email: string, apiKey: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` };
}
