import { Stage } from './stage';
import { PersonSpec, Scenario } from './scenario';
import { Scope, ScenarioPerson } from './scope';

const ROLES = new Map([
  ['owner', 100],
  ['administrator', 200],
  ['moderator', 300],
  ['member', 400],
  ['guest', 600],
]);

/** Makes a scenario's people: they are written into the database, unless they need a password or what new people are sent. */
export async function createPeople(stage: Stage, scenario: Scenario, scope: Scope): Promise<void> {
  const text = JSON.stringify(scenario);
  for (const [name, spec] of Object.entries(scenario.people)) {
    const fullName = spec.full_name
      ? scope.fillText(spec.full_name)
      : `${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${scope.run}`;
    const identity = { name, fullName, email: `${name}-${scope.run}@${String(scope.lookup('domain'))}` };
    const needsApi = text.includes('welcome-bot') || text.includes(`\${${name}.password}`);
    const make = spec.bot_of ? createBot : needsApi ? createThroughApi : createDirectly;
    scope.addPerson(name, await make(stage, identity, spec, scope));
  }
}

interface Identity {
  name: string;
  fullName: string;
  email: string;
}

async function createDirectly(stage: Stage, identity: Identity, spec: PersonSpec): Promise<ScenarioPerson> {
  const person = await stage.organization.createAccount(identity, roleOf(spec));
  return { id: person.userId, email: person.email, api_key: person.apiKey, name: person.fullName };
}

async function createThroughApi(
  stage: Stage,
  { fullName, email }: Identity,
  spec: PersonSpec,
  scope: Scope,
): Promise<ScenarioPerson> {
  const password = `pass-${scope.run}-word-42`;
  const params = { email, full_name: fullName, password };
  const made = await stage.succeed({ account: stage.owner, method: 'POST', target: 'users', params });
  const id = Number(made.user_id);
  if (roleOf(spec) !== 400) {
    const role = { role: roleOf(spec) };
    await stage.succeed({ account: stage.owner, method: 'PATCH', target: `users/${id}`, params: role });
  }
  const login = { username: email, password };
  const { api_key } = await stage.succeed({ method: 'POST', target: 'fetch_api_key', params: login });
  const person = { id, email, api_key: String(api_key), name: fullName, password };
  await stage.succeed({ account: person, method: 'POST', target: 'mark_all_as_read' });
  return person;
}

async function createBot(
  stage: Stage,
  { name, fullName }: Identity,
  spec: PersonSpec,
  scope: Scope,
): Promise<ScenarioPerson> {
  const owner = scope.people.get(spec.bot_of ?? '');
  const params = { full_name: fullName, short_name: `${name}-${scope.run}`, bot_type: spec.bot_type ?? 1 };
  const made = await stage.succeed({ account: owner, method: 'POST', target: 'bots', params });
  const id = Number(made.user_id);
  const { user } = await stage.organization.owner.client.succeed('GET', `/users/${id}`);
  return { id, email: String(user.email), api_key: String(made.api_key), name: fullName };
}

function roleOf({ role = 'member' }: PersonSpec): number {
  const number = ROLES.get(role);
  if (number === undefined) throw new Error(`${role} is no role`);
  return number;
}
