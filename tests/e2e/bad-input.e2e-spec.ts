import Ajv2020, { ValidateFunction } from 'ajv/dist/2020';
import fc from 'fast-check';
import { Database } from '@stoa/database';
import { TestCluster, sharedCluster } from '@stoa/testing';
import { request } from 'undici';
import { forEachWide } from '../../bench/support/load';
import { DocumentedEndpoint, DocumentedParameter, Schema, documentedEndpoints } from '../support/api-document';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { basicAuthorization } from '../support/raw-request';

const FORM = 'application/x-www-form-urlencoded';
const RUNS_PER_PARAMETER = 4;
/** Values that are made to find so many that are wrong. */
const CANDIDATES = 40;
const TEN_MEGABYTES = 10 * 1024 * 1024;
const AT_ONCE = 16;
/** Set it to try other values than the usual ones. */
const SEED = Number(process.env.STOA_TEST_SEED ?? 20260101);

const LONG_TEXT = 'a text beyond all limits';
/** Values that no parameter takes, by the name of what is wrong with them. Raw: percent-encoded bytes as they are sent. */
const NEVER_VALID: Record<string, string> = {
  'invalid UTF-8': '%ff%fe%80',
  'broken JSON': '%7B%22a%22%3A',
  'deep nesting': encodeURIComponent('['.repeat(5000) + ']'.repeat(5000)),
  [LONG_TEXT]: 'x'.repeat(300_000),
};
/** Texts that some parameters take, so that only a fault is wrong. */
const STRANGE: Record<string, string> = {
  blank: '',
  spaces: '%20%20',
  NUL: 'a%00b',
  'huge number': '1e400',
  'next integer': '9223372036854775808',
  'negative zero': '-0',
  'beyond four bytes': '9007199254740991',
  'below four bytes': '-9007199254740991',
  'a list beyond four bytes': '%5B9007199254740991%5D',
  'a lone surrogate': '%22%5Cud800%22',
  'ten thousand characters': 'x'.repeat(10_000),
  'nested brackets': encodeURIComponent('['.repeat(2000)),
  prototype: '%7B%22__proto__%22%3A%7B%22polluted%22%3Atrue%7D%7D',
};

interface Sent {
  status: number;
  body: { result?: unknown; code?: unknown; msg?: unknown; polluted?: unknown };
  text: string;
}

/** Every parameter of every endpoint, with values that it does not take: a documented 4xx, never a fault or a change. */
describe('bad input', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let caller: Person;
  let endpoints: DocumentedEndpoint[];
  let database: Database;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    caller = organization.owner;
    await organization.createPerson('Second', 100);
    endpoints = await documentedEndpoints(caller.client);
    database = Database.open({ url: cluster.description.database_url, size: 1, applicationName: 'test' });
  });
  afterAll(() => database.close());

  async function changes(): Promise<number> {
    const [row] = await database.query<{ count: number }>(
      'test_changes',
      'SELECT count(*)::int AS count FROM outbox WHERE realm_id = $1',
      [organization.id],
    );
    return row?.count ?? -1;
  }

  async function state(): Promise<unknown> {
    const body = await caller.client.succeed('POST', '/register', { event_types: [] });
    const { queue_id: _queue, server_timestamp: _time, ...rest } = body;
    return rest;
  }

  async function send(url: URL, method: string, body?: string | Buffer, contentType = FORM): Promise<Sent> {
    const response = await request(url, {
      method: method as 'GET',
      headers: {
        host: caller.client.host ?? '',
        authorization: basicAuthorization(caller.email, caller.apiKey),
        ...(body === undefined ? {} : { 'content-type': contentType }),
      },
      body,
    });
    const text = await response.body.text();
    return { status: response.statusCode, body: JSON.parse(text), text };
  }

  /** The request with one parameter's raw value, and harmless values for the others that it needs. */
  function sendWith(endpoint: DocumentedEndpoint, bad: DocumentedParameter, raw: string): Promise<Sent> {
    let path = endpoint.path;
    const query: string[] = [];
    const form: string[] = [];
    for (const parameter of endpoint.parameters) {
      const value = parameter === bad ? raw : parameter.isRequired ? harmless(parameter) : undefined;
      if (value === undefined) continue;
      if (parameter.place === 'path') path = path.replace(`{${parameter.name}}`, value || '%20');
      else (parameter.place === 'query' ? query : form).push(`${encodeURIComponent(parameter.name)}=${value}`);
    }
    const url = new URL(`${caller.client.baseUrl}/api/v1${path}${query.length > 0 ? `?${query.join('&')}` : ''}`);
    return send(url, endpoint.method, endpoint.method === 'GET' ? undefined : form.join('&'));
  }

  function problemOf({ status, body, text }: Sent, mustFail: boolean): string | undefined {
    if (status >= 500) return `answered ${status} ${text.slice(0, 200)}`;
    // Says which methods the path takes instead of a code (organization.md 1.3).
    if (status === 405) return undefined;
    if (status >= 400) {
      const isDocumented = body.result === 'error' && typeof body.code === 'string' && typeof body.msg === 'string';
      return isDocumented ? undefined : `answered ${status} with ${text.slice(0, 200)}`;
    }
    return mustFail ? `was accepted: ${text.slice(0, 200)}` : undefined;
  }

  /** Runs `work` for every parameter that takes a form or query value; nothing must have changed afterwards. */
  async function tryAll(
    work: (endpoint: DocumentedEndpoint, parameter: DocumentedParameter) => Promise<string[]>,
  ): Promise<string[]> {
    const [before, countBefore] = [await state(), await changes()];
    const problems: string[] = [];
    for (const endpoint of endpoints) {
      const tried = endpoint.parameters.filter(({ isFile }) => !isFile);
      await Promise.all(
        tried.map(async (parameter) => {
          const found = await work(endpoint, parameter);
          problems.push(...found.map((text) => `${endpoint.method} ${endpoint.path} ${parameter.name}: ${text}`));
        }),
      );
    }
    if (problems.length === 0) {
      expect(await changes()).toBe(countBefore);
      expect(await state()).toEqual(before);
    }
    return problems;
  }

  it('of another shape than the parameter has is refused, and changes nothing', async () => {
    const problems = await tryAll(async (endpoint, parameter) => {
      if (!isConstrained(parameter)) return [];
      const accepts = ajv.compile(parameter.schema);
      const found: string[] = [];
      const values = wrongValues(parameter, accepts);
      for (const value of values) {
        const raw = encodeURIComponent(JSON.stringify(value));
        const problem = problemOf(await sendWith(endpoint, parameter, raw), true);
        if (problem) found.push(`${JSON.stringify(value).slice(0, 200)} ${problem}`);
      }
      return found;
    });
    expect(problems).toEqual([]);
  });

  it.each(Object.entries(NEVER_VALID))('that is %s is refused', async (kind, raw) => {
    const problems = await tryAll(async (endpoint, parameter) => {
      if (parameter.place !== 'form' && kind === LONG_TEXT) return [];
      // Where any text goes, these are texts; bytes that are none are refused everywhere.
      if (!isConstrained(parameter) && kind !== 'invalid UTF-8') return [];
      const problem = problemOf(await sendWith(endpoint, parameter, raw), true);
      return problem ? [problem] : [];
    });
    expect(problems).toEqual([]);
  });

  it('of ten megabytes, or in a damaged body, is refused by every endpoint', async () => {
    const problems: string[] = [];
    const huge = Buffer.alloc(TEN_MEGABYTES, 'a');
    const changing = endpoints.filter(({ method }) => method !== 'GET');
    const taken = changing.filter(({ parameters }) => !parameters.some(({ isFile }) => isFile));
    // Some connections are closed only seconds after the answer: the rest of such a body is not read.
    await forEachWide(taken, AT_ONCE, async (endpoint) => {
      const path = endpoint.path.replaceAll(/\{[^}]+\}/g, '999999999');
      const url = new URL(`${caller.client.baseUrl}/api/v1${path}`);
      const answers = {
        'ten megabytes': await send(url, endpoint.method, huge).catch(() => undefined),
        'broken multipart': await send(url, endpoint.method, '--x\r\nbroken', 'multipart/form-data; boundary=x'),
      };
      for (const [kind, answer] of Object.entries(answers)) {
        const problem = answer && problemOf(answer, true);
        if (problem) problems.push(`${endpoint.method} ${endpoint.path} ${kind}: ${problem}`);
      }
    });
    expect(problems).toEqual([]);
  });

  it('that is strange but perhaps legal never makes a fault', async () => {
    const stranger = await createOrganization(cluster);
    const usual = caller;
    caller = stranger.owner;
    try {
      const problems: string[] = [];
      for (const endpoint of endpoints.filter(({ path }) => !/deactivate|regenerate/.test(path))) {
        for (const parameter of endpoint.parameters.filter(({ isFile }) => !isFile)) {
          await Promise.all(
            Object.entries(STRANGE).map(async ([kind, raw]) => {
              const problem = problemOf(await sendWith(endpoint, parameter, raw), false);
              if (problem) problems.push(`${endpoint.method} ${endpoint.path} ${parameter.name}, ${kind}: ${problem}`);
            }),
          );
        }
      }
      expect(problems).toEqual([]);
    } finally {
      caller = usual;
    }
  });
});

/** Not just any text. */
function isConstrained({ schema, isJson }: DocumentedParameter): boolean {
  const [base] = Array.isArray(schema.anyOf) ? (schema.anyOf as Schema[]) : [schema];
  return isJson || base?.type !== 'string' || base.enum !== undefined;
}

/** A value for the other required parameters; it names nothing that exists. */
function harmless({ schema, name }: DocumentedParameter): string {
  const { type, enum: choices, anyOf } = schema;
  if (Array.isArray(choices)) return encodeURIComponent(String(choices[0]));
  if (Array.isArray(anyOf) && anyOf[0]) return harmless({ schema: anyOf[0], name } as DocumentedParameter);
  switch (type) {
    case 'integer':
    case 'number':
      return '999999999';
    case 'boolean':
      return 'true';
    case 'array':
      return '%5B%5D';
    case 'object':
      return '%7B%7D';
    default:
      return 'nonexistent';
  }
}

/**
 * JSON that the parameter's schema refuses; none where it takes everything. `null` stands for absence where a parameter may
 * be absent.
 */
function wrongValues(parameter: DocumentedParameter, accepts: ValidateFunction): unknown[] {
  const odd = fc.constantFrom(1e308, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 53, 1.5, -1, [[]], [null], {}, '', [1, 'a']);
  return fc
    .sample(fc.oneof(odd, fc.jsonValue({ maxDepth: 3 })), { numRuns: CANDIDATES, seed: SEED })
    .filter((value) => value !== null && !accepts(value) && !isReadDifferently(parameter, value))
    .slice(0, RUNS_PER_PARAMETER);
}

/** Texts of a choice are sent raw, so a JSON text is another text; numbers in quotes stay refused. */
function isReadDifferently({ schema, isJson }: DocumentedParameter, value: unknown): boolean {
  return !isJson && schema.type === 'string' && schema.enum === undefined && typeof value === 'string';
}
