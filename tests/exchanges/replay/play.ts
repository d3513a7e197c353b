import { setTimeout as delay } from 'node:timers/promises';
import { matchEvents } from './event-matching';
import { kindOfKey } from './kinds';
import { Matcher } from './matching';
import { createPeople } from './people';
import { Credentials } from './requests';
import { Answer, Difference, Json, Scenario, Step, describeStep, isObject, valueAt } from './scenario';
import { Queue, Scope, UnknownName } from './scope';
import { Stage } from './stage';

/** A difference with the step of the scenario in which it was found. */
export interface Found extends Difference {
  step: number;
  /** Who asked for what. */
  context: string;
}

/** A queue is polled until it was empty this often after everything expected came: then nothing more is on its way. */
const QUIET_LOOKS = 2;
const BETWEEN_LOOKS_MS = 60;
/**
 * How long what is expected may take, on a machine that does other things as well. The whole of it is spent where events
 * are missing on purpose (three steps, see judged.json).
 */
const EVENTS_LIMIT_MS = 15_000;

/** Plays a scenario with people of its own. @returns what differs from what was recorded */
export async function play(stage: Stage, scenario: Scenario): Promise<Found[]> {
  const scope = stage.newScope();
  await createPeople(stage, scenario, scope);
  const found: Found[] = [];
  try {
    for (const [index, step] of scenario.steps.entries()) {
      const context = describeStep(step);
      const differences = await playChecked(stage, scope, step);
      found.push(...differences.map((one) => ({ ...one, step: index, context })));
    }
  } finally {
    for (const step of scenario.cleanup ?? []) await playChecked(stage, scope, { ...step, unchecked: true });
  }
  return found;
}

async function playChecked(stage: Stage, scope: Scope, step: Step): Promise<Difference[]> {
  try {
    const answer = await answerTo(stage, scope, step);
    saveValues(scope, step, answer);
    if (step.unchecked || step.sleep || step.expect === undefined) return [];
    return compare(stage, scope, step, answer);
  } catch (error) {
    // What a failed step should have saved is missing: the steps that need it are differences too.
    if (!(error instanceof UnknownName)) throw error;
    return step.unchecked ? [] : [{ path: '(not run)', expected: '', got: error.message }];
  }
}

async function answerTo(stage: Stage, scope: Scope, step: Step): Promise<Answer> {
  if (step.sleep) {
    await delay(step.sleep);
    return { status: 200, body: null };
  }
  if (step.events) return lookAtQueue(stage, scope, step, step.events);
  const account = accountOf(stage, scope, step.as);
  const params = scope.fillAll(step.params ?? {});
  if (step.register) return register(stage, scope, step.register, { account, params });
  return stage.exchange({
    account,
    params,
    method: step.method ?? 'GET',
    target: scope.fillText(step.path ?? ''),
    in: step.in,
    files: step.files?.map((file) => ({ ...file, filename: scope.fillText(file.filename) })),
    headers: step.headers,
  });
}

function accountOf(stage: Stage, scope: Scope, name = 'anonymous'): Credentials | undefined {
  if (name === 'anonymous') return undefined;
  if (name === 'base owner') return stage.owner;
  const [person = '', wrong] = name.split(':');
  const account = scope.people.get(person);
  if (!account) throw new UnknownName(name);
  return wrong ? { ...account, [wrong]: 'x'.repeat(32) } : account;
}

async function register(
  stage: Stage,
  scope: Scope,
  name: string,
  given: { account: Credentials | undefined; params: Record<string, Json> },
): Promise<Answer> {
  const answer = await stage.exchange({ ...given, method: 'POST', target: 'register' });
  const { body } = answer;
  if (isObject(body) && typeof body.queue_id === 'string' && given.account)
    scope.queues.set(name, { id: body.queue_id, last: Number(body.last_event_id), account: given.account });
  return answer;
}

async function lookAtQueue(stage: Stage, scope: Scope, step: Step, name: string): Promise<Answer> {
  const queue = scope.queues.get(name);
  if (!queue) throw new UnknownName(`queue ${name}`);
  const wanted = Array.isArray(step.expect) ? step.expect.length : 0;
  const events: Json[] = [];
  const deadline = Date.now() + EVENTS_LIMIT_MS;
  for (let quiet = 0; quiet < QUIET_LOOKS;) {
    const answer = await take(stage, queue);
    if (!Array.isArray(answer.body)) return answer;
    events.push(...answer.body);
    if (answer.body.length > 0) continue;
    if (events.length >= wanted || Date.now() > deadline) quiet++;
    await delay(BETWEEN_LOOKS_MS);
  }
  const isLookedAt = (event: Json) => !step.types || (isObject(event) && step.types.includes(String(event.type)));
  return { status: 200, body: events.filter(isLookedAt) };
}

/** The events that are there now, without heartbeats and without their ids, which must grow. */
async function take(stage: Stage, queue: Queue): Promise<Answer> {
  const params = { queue_id: queue.id, last_event_id: queue.last, dont_block: true };
  const answer = await stage.exchange({ account: queue.account, method: 'GET', target: 'events', params });
  if (!isObject(answer.body) || !Array.isArray(answer.body.events)) return answer;
  const events: Json[] = [];
  for (const event of answer.body.events) {
    if (!isObject(event)) throw new Error(`not an event: ${JSON.stringify(event)}`);
    const { id, ...content } = event;
    if (!(Number(id) > queue.last))
      throw new Error(`event ids do not grow: ${queue.last}, then ${JSON.stringify(event)}`);
    queue.last = Number(id);
    if (event.type !== 'heartbeat') events.push(content);
  }
  return { status: 200, body: events };
}

function saveValues(scope: Scope, step: Step, { body }: Answer): void {
  for (const [name, place] of Object.entries(step.save ?? {})) {
    const value = valueAt(body, place);
    if (value === undefined) continue;
    scope.values.set(name, value);
    if (typeof value === 'number' && Number.isInteger(value))
      scope.bind(name, value, kindOfKey(place.split('/').at(-1) ?? '', step.path ?? 'register'));
  }
}

function compare(stage: Stage, scope: Scope, step: Step, answer: Answer): Difference[] {
  const { expect: expected } = step;
  if (expected === undefined) return [];
  const context = describeStep(step);
  if (Array.isArray(expected)) {
    const { status, body } = answer;
    if (!Array.isArray(body)) return [{ path: '/status', expected: 'events', got: [status, body] }];
    return matchEvents(expected, body, scope, stage.rules, context);
  }
  if (answer.status !== expected.status) {
    const [wanted, given] = [expected.body ?? null, answer.body].map(brief);
    return [{ path: '/status', expected: [expected.status, wanted ?? null], got: [answer.status, given ?? null] }];
  }
  if (expected.body === undefined) return [];
  return new Matcher(scope, stage.rules, context).match(expected.body, lookedAt(step, answer.body, scope));
}

const brief = (body: Json): Json => (isObject(body) ? { msg: body.msg ?? null, code: body.code ?? null } : body);

const ALWAYS_KEPT = ['result', 'msg', 'code'];
const KIND_OF_OWN: Record<string, string> = { user_id: 'user', stream_id: 'channel' };

/**
 * The part of an answer that a step compares: `keep` names keys, `own` the lists in which only this scenario's items
 * count.
 */
function lookedAt(step: Step, body: Json, scope: Scope): Json {
  if (!isObject(body)) return body;
  const kept = step.keep && [...ALWAYS_KEPT, ...step.keep];
  const result = kept ? Object.fromEntries(Object.entries(body).filter(([key]) => kept.includes(key))) : { ...body };
  for (const [name, field] of Object.entries(step.own ?? {})) {
    const list = result[name];
    if (!Array.isArray(list)) continue;
    const ids = scope.ownIds(step.ownKind ?? KIND_OF_OWN[field]);
    result[name] = list.filter((item) => {
      const value = field && isObject(item) ? (item[field] ?? null) : item;
      return ids.has(value) || (typeof value === 'string' && value.includes(scope.run));
    });
  }
  return result;
}
