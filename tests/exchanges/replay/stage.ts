import { TestCluster } from '@stoa/testing';
import { Organization, createOrganization } from '../../support/organizations';
import { Address, ExchangeRequest, exchange } from './requests';
import { Rules } from './rules';
import { Answer, Json, JsonObject, isObject, readJson } from './scenario';
import { Scope } from './scope';

interface Baseline {
  realm: JsonObject;
  user_settings_defaults: JsonObject;
}

/** The organization in which all scenarios are played, one after another, with the settings under which they were recorded. */
export class Stage {
  readonly owner: { email: string; api_key: string };

  private constructor(
    readonly organization: Organization,
    private readonly address: Address,
    readonly rules: Rules,
    private readonly known: Knowledge,
  ) {
    this.owner = { email: organization.owner.email, api_key: organization.owner.apiKey };
  }

  static async open(cluster: TestCluster): Promise<Stage> {
    const organization = await createOrganization(cluster, { enable_spectator_access: true });
    const { client } = organization.owner;
    const { realm, user_settings_defaults: defaults } = readJson<Baseline>('baseline.json');
    await client.succeed('PATCH', '/realm', realm);
    await client.succeed('PATCH', '/realm/user_settings_defaults', defaults);
    const server = await client.succeed('GET', '/server_settings');
    const address = { baseUrl: cluster.description.base_url, host: organization.host };
    const known = await readKnowledge(organization, String(server.realm_name));
    return new Stage(organization, address, new Rules(Number(server.zulip_feature_level)), known);
  }

  exchange(request: ExchangeRequest): Promise<Answer> {
    return exchange(this.address, request);
  }

  /** Like {@link exchange}, for what a scenario needs before its first step. */
  async succeed(request: ExchangeRequest): Promise<JsonObject> {
    const { status, body } = await this.exchange(request);
    if (status === 200 && isObject(body)) return body;
    throw new Error(`${request.method} ${request.target} answered ${status}: ${JSON.stringify(body)}`);
  }

  newScope(): Scope {
    const scope = new Scope(this.known.values);
    for (const { name, id, kind } of this.known.ids) scope.bind(name, id, kind);
    return scope;
  }
}

/** What placeholders mean in every scenario. */
interface Knowledge {
  values: Record<string, Json>;
  ids: { name: string; id: number; kind: string }[];
}

interface Group {
  id: number;
  name: string;
  is_system_group: boolean;
}

interface Bot {
  user_id: number;
  email: string;
}

async function readKnowledge({ owner, host }: Organization, realmName: string): Promise<Knowledge> {
  const { user_groups }: { user_groups: Group[] } = await owner.client.succeed('GET', '/user_groups');
  const registered: { cross_realm_bots: Bot[]; realm_bot_domain: string } = await owner.client.succeed(
    'POST',
    '/register',
    { fetch_event_types: ['realm_user', 'realm'], event_types: ['heartbeat'] },
  );
  const bots = registered.cross_realm_bots.map((bot) => ({ ...bot, name: bot.email.split('@')[0] ?? '' }));
  return {
    values: {
      base_url: `http://${host}`,
      host,
      domain: owner.email.split('@')[1] ?? '',
      bot_domain: registered.realm_bot_domain,
      realm_name: realmName,
      ...Object.fromEntries(bots.map(({ name, email }) => [`${name}.email`, email])),
    },
    ids: [
      ...user_groups.filter((group) => group.is_system_group).map(({ name, id }) => ({ name, id, kind: 'group' })),
      ...bots.map(({ name, user_id: id }) => ({ name, id, kind: 'user' })),
    ],
  };
}
