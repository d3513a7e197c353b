import { Database } from '@stoa/database';
import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { request } from 'undici';
import { DocumentedEndpoint, DocumentedParameter, documentedEndpoints } from '../support/api-document';
import { Person } from '../support/people';
import { PushRelay } from '../support/push-relay';
import { basicAuthorization } from '../support/raw-request';
import { isFreeText, requiredValues, valuesNaming } from './foreign-values';
import { FurnishedOrganization, alignIds, furnishOrganization } from './furnished-organization';
import { RealmRows, differences, readRealmRows } from './realm-rows';

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Distance from what exists to what does not; both lie below what is made during the test. */
const GAP = 500;
const NO_ID = '999999999';
const FEW = 2;
/** Requests that change one thing wait for each other. */
const AT_ONCE = 8;

/** Parameters whose answer reveals, on purpose, that a name is taken elsewhere on the installation. */
const PUBLIC_NAMES: Readonly<Record<string, string>> = {
  'GET /realm/subdomain/{subdomain} subdomain': 'says which subdomains are free; their pages are public',
  'PATCH /realm string_id': 'a subdomain that another organization has cannot be taken',
};

/** Requests that are answered alike whatever they name, for a reason. */
const NOT_LOOKED_UP: Readonly<Record<string, string>> = {
  // Logs are asked for rows of the bot alone: incoming-deliveries.int-spec, bot-calls.int-spec.
  'POST /bots/{bot_id}/deliveries/{id}/replay id': 'a generic bot takes no deliveries',
  'POST /bots/{bot_id}/deliveries/{id}/resend id': 'a generic bot has no service',
  'PUT /bots/{bot_id}/webhook_secrets/{integration} integration': 'integrations are the same everywhere',
  'DELETE /bots/{bot_id}/webhook_secrets/{integration} integration': 'integrations are the same everywhere',
  'PATCH /saved_snippets/{saved_snippet_id} saved_snippet_id': 'without anything to change, nothing is looked up',
};

interface Sent {
  status: number;
  text: string;
}

/** Values of one parameter: one that names something of the other organization, one that names nothing. */
interface Pair {
  theirs: string;
  nobodys: string;
}

/** A parameter, with one of the further choices that its endpoint asks for. */
interface Target {
  endpoint: DocumentedEndpoint;
  parameter: DocumentedParameter;
  choice: number;
}

/** The administrator of one organization names things of another in every parameter of every endpoint. */
describe('another organization', () => {
  let cluster: TestCluster;
  let database: Database;
  let victim: FurnishedOrganization;
  let endpoints: DocumentedEndpoint[];
  /** Every id that something of the victim's has, but each number once. */
  let ids: number[];
  /** What the answers are compared without. */
  let names: RegExp;
  let before: RealmRows;

  beforeAll(async () => {
    cluster = await sharedCluster();
    database = Database.open({ url: cluster.description.database_url, size: 1, applicationName: 'test' });
    // Other tests may have set it otherwise.
    await PushRelay.of(cluster).behave('ok');
    await alignIds(database);
    victim = await furnishOrganization(cluster);
    const numbers = [...victim.things.values()].filter((value): value is number => typeof value === 'number');
    ids = [...new Set(numbers)].filter((id) => id !== victim.organization.id).concat(victim.organization.id);
    await alignIds(database, Math.max(...ids) + GAP);
    names = patternOfNames();
    endpoints = await documentedEndpoints(victim.owner.client);
    before = await settledRows();
  });
  afterAll(() => database.close());

  /** Whether no notification of an organization waits: notifications to telephones have effects in turn. */
  async function isTold(realmId: number): Promise<boolean> {
    const rows = await database.query(
      'test_is_told',
      `SELECT FROM realm o JOIN relay_partition r ON r.partition = o.partition
         JOIN push_position p ON p.partition = r.partition AND p.epoch = r.epoch AND p.seq >= r.head
       WHERE o.id = $1 AND NOT EXISTS (SELECT FROM push_job j WHERE j.realm_id = o.id AND j.failed_at IS NULL)
         AND NOT EXISTS (SELECT FROM outbox b WHERE b.realm_id = o.id AND NOT EXISTS
           (SELECT FROM change_log c WHERE c.partition = b.partition AND c.outbox_id = b.id))`,
      [realmId],
    );
    return rows.length > 0;
  }

  /** The victim's rows once nothing in the background adds to them. */
  async function settledRows(): Promise<RealmRows> {
    await eventually(() => isTold(victim.organization.id), { timeoutMs: 60_000 });
    let last = await readRealmRows(database, victim.organization.id);
    await eventually(
      async () => {
        const now = await readRealmRows(database, victim.organization.id);
        const isSettled = differences(last, now).length === 0 && (await isTold(victim.organization.id));
        last = now;
        return isSettled;
      },
      { timeoutMs: 60_000, stepMs: 500 },
    );
    return last;
  }

  async function send(
    { owner }: { owner: Person },
    { method, path, parameters }: DocumentedEndpoint,
    values: Record<string, string>,
  ): Promise<Sent> {
    let target = path;
    const [query, form] = [new URLSearchParams(), new URLSearchParams()];
    for (const [name, value] of Object.entries(values)) {
      const place = parameters.find((parameter) => parameter.name === name)?.place;
      if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
      else (place === 'query' ? query : form).append(name, value);
    }
    // What would be held is not what this asks for.
    if (method === 'GET' && path === '/events') query.set('dont_block', 'true');
    const { client, email, apiKey } = owner;
    const response = await request(`${client.baseUrl}/api/v1${target}?${query.toString()}`, {
      method,
      headers: {
        host: client.host ?? '',
        authorization: basicAuthorization(email, apiKey),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: method === 'GET' ? undefined : form.toString(),
    });
    return { status: response.statusCode, text: await response.body.text() };
  }

  /** Every pair for a parameter: each of the victim's ids and texts wherever a value has room for one. */
  function pairsOf(parameter: DocumentedParameter): Pair[] {
    const pairs = new Map<string, Pair>();
    const nobody = (ids[0] ?? 0) + GAP;
    // What is neither asked for nor called like something is prose: descriptions, contents, notes.
    const isProse = isFreeText(parameter) && !parameter.isRequired && !victim.things.has(parameter.name);
    const count = isProse ? FEW : Math.max(ids.length, victim.texts.length);
    for (let index = 0; index < count; index++) {
      const [id, text] = [ids[index % ids.length] ?? 0, victim.texts[index % victim.texts.length] ?? ''];
      const theirs = valuesNaming(parameter, { integer: id, text });
      const nobodys = valuesNaming(parameter, { integer: nobody, text: nonexistent(text) });
      theirs.forEach((value, at) => {
        if (value !== nobodys[at]) pairs.set(value, { theirs: value, nobodys: nobodys[at] ?? '' });
      });
    }
    return [...pairs.values()];
  }

  /** An answer without what it says of the value that was sent. */
  function comparable({ method }: DocumentedEndpoint, { status, text }: Sent, sent: string): string {
    let masked = text.replaceAll(UUID, '#');
    for (const value of [sent, JSON.stringify(sent).slice(1, -1)]) masked = masked.replaceAll(value, '#');
    masked = masked.replaceAll(names, '#');
    const body = JSON.parse(text || '{}');
    if (status < 400 && method !== 'GET') return `${status} ${Object.keys(body).sort().join(' ')}`;
    return `${status} ${masked.replaceAll(/\d{3,}/g, '#')}`;
  }

  /** One pattern for all: there are tens of thousands of answers to look through. Longer names before their parts. */
  function patternOfNames(): RegExp {
    const texts = victim.texts.flatMap((text) => [text, nonexistent(text)]);
    const numbers = ids.flatMap((id) => [String(id), String(id + GAP)]);
    const longestFirst = [...texts, ...numbers].sort((one, other) => other.length - one.length);
    return new RegExp(longestFirst.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  }

  /** What an attacker gets for a value of a parameter; the endpoint's other parameters name things of his own. */
  async function told(
    attacker: FurnishedOrganization,
    { endpoint, parameter, choice }: Target,
    value: string,
  ): Promise<string> {
    const others = requiredValues(endpoint, parameter, attacker.things)[choice];
    return comparable(endpoint, await send(attacker, endpoint, { ...others, [parameter.name]: value }), value);
  }

  /** @returns the pairs whose answers differ, which may be due to what the calls have changed for the attacker */
  async function suspicions(attacker: FurnishedOrganization, target: Target): Promise<Pair[]> {
    const untold = new Map<string, Promise<string>>();
    const isDifferent = async ({ theirs, nobodys }: Pair) => {
      if (!untold.has(nobodys)) untold.set(nobodys, told(attacker, target, nobodys));
      return (await untold.get(nobodys)) !== (await told(attacker, target, theirs));
    };
    const pairs = pairsOf(target.parameter);
    const suspicious: Pair[] = [];
    for (let start = 0; start < pairs.length; start += AT_ONCE) {
      const some = pairs.slice(start, start + AT_ONCE);
      const found = await Promise.all(some.map(isDifferent));
      suspicious.push(...some.filter((_pair, index) => found[index]));
    }
    return suspicious;
  }

  /** Asks again, of each value an attacker who has done nothing yet. */
  async function confirmed(target: Target, { theirs, nobodys }: Pair): Promise<string[]> {
    const { endpoint, parameter } = target;
    const answers = await Promise.all(
      [theirs, nobodys].map(async (value) => told(await furnishOrganization(cluster), target, value)),
    );
    const where = `${endpoint.method} ${endpoint.path} ${parameter.name}`;
    return answers[0] === answers[1] ? [] : [`${where} = ${theirs}: ${answers[0]} | ${nobodys}: ${answers[1]}`];
  }

  function targetsOf(endpoint: DocumentedEndpoint): Target[] {
    return endpoint.parameters
      .filter(({ isFile, name }) => !isFile && !(`${endpoint.method} ${endpoint.path} ${name}` in PUBLIC_NAMES))
      .flatMap((parameter) =>
        requiredValues(endpoint, parameter, new Map()).map((_values, choice) => ({ endpoint, parameter, choice })),
      );
  }

  it('is told nothing of, and changes nothing', async () => {
    let attacker = await furnishOrganization(cluster);
    const problems: string[] = [];
    for (const endpoint of endpoints) {
      for (const target of targetsOf(endpoint)) {
        // One pair per parameter shows what is wrong with it.
        const [pair] = await suspicions(attacker, target);
        if (pair) problems.push(...(await confirmed(target, pair)));
      }
      const { status } = await attacker.owner.client.get('/users/me', {}, { unchecked: true });
      if (status !== 200) attacker = await furnishOrganization(cluster);
    }
    expect(problems).toEqual([]);
    expect(differences(before, await settledRows())).toEqual([]);
    const { status, body } = await victim.queue.request({ dont_block: true });
    expect([status, body.events]).toEqual([200, expect.any(Array)]);
  });

  /** Else the answers above may be alike because the requests did not get as far as to look for what they name. */
  it('could be reached by those requests: with names of the own organization they are answered otherwise', async () => {
    let own = await furnishOrganization(cluster);
    const insensitive: string[] = [];
    const rank = ({ method }: DocumentedEndpoint) => ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'].indexOf(method);
    for (const endpoint of endpoints.toSorted((a, b) => rank(a) - rank(b))) {
      for (const target of targetsOf(endpoint).filter(({ parameter }) => parameter.place === 'path')) {
        const { parameter, choice } = target;
        const usual = async () => {
          const value = requiredValues(endpoint, parameter, own.things)[choice]?.[parameter.name] ?? '';
          return (
            (await told(own, target, value)) ===
            (await told(own, target, /^\d+$/.test(value) ? NO_ID : nonexistent(value)))
          );
        };
        if (!(await usual())) continue;
        own = await furnishOrganization(cluster);
        const name = `${endpoint.method} ${endpoint.path} ${parameter.name}`;
        if (!(name in NOT_LOOKED_UP) && (await usual())) insensitive.push(name);
      }
    }
    expect(insensitive).toEqual([]);
  });
});

/** A text of the same form that nothing has. */
function nonexistent(text: string): string {
  const other = (part: string) =>
    part.length === 1 ? String((Number(part) + 1) % 10) : part[0] + 'f'.repeat(part.length - 1);
  return text.replace(/[0-9a-f]{6,}|\d+/, other);
}
