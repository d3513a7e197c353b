import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { ConfigurationError, StringVariable, UrlVariable, loadEnvironment } from '@stoa/config';
import { SERVICE_VERSION } from '@stoa/contracts';

const USAGE = `node dist/apps/stoa/src/push-relay-registration.js register | rotate --hostname HOST --contact EMAIL

  register  makes STOA_PUSH_RELAY_ORG_ID and STOA_PUSH_RELAY_ORG_KEY known to the relay at STOA_PUSH_RELAY_URL, or
            corrects the host and the address that it has of them
  rotate    puts STOA_PUSH_RELAY_NEW_ORG_KEY in place of the key`;

const TIMEOUT_MS = 15_000;
const LONGEST_TEXT = 300;
const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const KEY = /^[\x21-\x7e]{64}$/;

class RegistrationEnvironment {
  @UrlVariable({ schemes: ['http', 'https'], doc: 'Base URL of the push relay.' })
  STOA_PUSH_RELAY_URL!: string;

  @StringVariable({ doc: 'UUID by which the push relay is to know this installation.' })
  STOA_PUSH_RELAY_ORG_ID!: string;

  @StringVariable({ secret: true, doc: 'Key of that UUID, 64 characters.' })
  STOA_PUSH_RELAY_ORG_KEY!: string;
}

class RotationEnvironment extends RegistrationEnvironment {
  @StringVariable({ secret: true, doc: 'The key that is to replace it, 64 characters.' })
  STOA_PUSH_RELAY_NEW_ORG_KEY!: string;
}

class UsageError extends Error {}
/** The relay was not reached, or did not do it. */
class RelayError extends Error {}

interface Command {
  action: 'register' | 'rotate';
  hostname: string;
  contact: string;
}

/** @throws UsageError */
function readCommand(): Command {
  const { values, positionals } = readArguments();
  const [action, ...rest] = positionals;
  const { hostname, contact } = values;
  if ((action !== 'register' && action !== 'rotate') || rest.length > 0 || !hostname || !contact) {
    throw new UsageError(USAGE);
  }
  return { action, hostname, contact };
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { hostname: { type: 'string' }, contact: { type: 'string' } },
    });
  } catch {
    throw new UsageError(USAGE);
  }
}

/** Fields of `server/register` (push.md 7.5). @throws ConfigurationError */
function fieldsOf({ hostname, contact }: Command, settings: RegistrationEnvironment): Record<string, string> {
  const { STOA_PUSH_RELAY_ORG_ID: id, STOA_PUSH_RELAY_ORG_KEY: key } = settings;
  if (!UUID4.test(id)) throw new ConfigurationError('STOA_PUSH_RELAY_ORG_ID: must be a UUID of version 4');
  const newKey = settings instanceof RotationEnvironment ? settings.STOA_PUSH_RELAY_NEW_ORG_KEY : undefined;
  assertKey('STOA_PUSH_RELAY_ORG_KEY', key);
  if (newKey !== undefined) assertKey('STOA_PUSH_RELAY_NEW_ORG_KEY', newKey);
  const fields = { zulip_org_id: id, zulip_org_key: key, hostname, contact_email: contact };
  return newKey === undefined ? fields : { ...fields, new_org_key: newKey };
}

function assertKey(name: string, key: string): void {
  if (!KEY.test(key)) throw new ConfigurationError(`${name}: must be 64 visible ASCII characters`);
}

/** @returns whether the relay did not know the installation before. @throws RelayError */
async function registerAt(relayUrl: string, fields: Record<string, string>): Promise<boolean> {
  const url = `${relayUrl.replace(/\/+$/, '')}/api/v1/remotes/server/register`;
  const { status, text } = await post(url, new URLSearchParams(fields));
  const answer = parsed(text);
  if (status === 200 && typeof answer.created === 'boolean') return answer.created;
  const reason = typeof answer.msg === 'string' ? answer.msg : text.slice(0, LONGEST_TEXT);
  throw new RelayError(`The push relay answered ${status}: ${reason}`);
}

async function post(url: string, body: URLSearchParams): Promise<{ status: number; text: string }> {
  try {
    const headers = { 'user-agent': `ZulipServer/${SERVICE_VERSION}` };
    // A form must not go where it was not sent to: it holds the key.
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new RelayError(`The push relay cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function parsed(text: string): { created?: unknown; msg?: unknown } {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}

/** Makes an installation known to a hosted push relay, once, or changes its key there (docs/push.md). */
async function main(): Promise<void> {
  const command = readCommand();
  const isRotation = command.action === 'rotate';
  const settings = loadEnvironment(isRotation ? RotationEnvironment : RegistrationEnvironment);
  const isCreated = await registerAt(settings.STOA_PUSH_RELAY_URL, fieldsOf(command, settings));
  const id = settings.STOA_PUSH_RELAY_ORG_ID;
  if (isCreated) console.log(`${id} is registered${isRotation ? ' with its old key, which was not known before' : ''}`);
  else
    console.log(isRotation ? `${id} has a new key` : `${id} was registered before; its host and address are current`);
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    const expected = [UsageError, ConfigurationError, RelayError].some((type) => error instanceof type);
    console.error(expected && error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
