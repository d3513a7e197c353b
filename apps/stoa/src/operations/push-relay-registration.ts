import type { Command } from 'commander';
import { ConfigurationError, StringVariable, UrlVariable, loadEnvironment } from '@stoa/config';
import { SERVICE_VERSION } from '@stoa/contracts/server';
import { UnavailableError } from '@stoa/errors';
import { action } from '../base/command-line/action';
import { RefusedError } from '../base/command-line/failures';

const TIMEOUT_MS = 15_000;
const LONGEST_TEXT = 300;
const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const KEY = /^[\x21-\x7e]{64}$/;

class RegistrationEnvironment {
  @UrlVariable({ schemes: ['http', 'https'], doc: 'Base URL of the push relay.' })
  STOA_PUSH_RELAY_URL!: string;

  @StringVariable({ doc: 'UUID that identifies this installation to the push relay.' })
  STOA_PUSH_RELAY_ORG_ID!: string;

  @StringVariable({ secret: true, doc: 'Key of that UUID, 64 characters.' })
  STOA_PUSH_RELAY_ORG_KEY!: string;
}

class RotationEnvironment extends RegistrationEnvironment {
  @StringVariable({ secret: true, doc: 'New key that replaces it, 64 characters.' })
  STOA_PUSH_RELAY_NEW_ORG_KEY!: string;
}

type RegistrationAction = 'register' | 'rotate';

interface Contact {
  hostname: string;
  contact: string;
}

/** Fields of `server/register` (push.md 7.5). @throws ConfigurationError */
function fieldsOf({ hostname, contact }: Contact, settings: RegistrationEnvironment): Record<string, string> {
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

/** @returns whether the relay did not know the installation before. @throws RefusedError, UnavailableError */
async function registerAt(relayUrl: string, fields: Record<string, string>): Promise<boolean> {
  const url = `${relayUrl.replace(/\/+$/, '')}/api/v1/remotes/server/register`;
  const { status, text } = await post(url, new URLSearchParams(fields));
  const answer = parsed(text);
  if (status === 200 && typeof answer.created === 'boolean') return answer.created;
  const reason = typeof answer.msg === 'string' ? answer.msg : text.slice(0, LONGEST_TEXT);
  throw new RefusedError(`the push relay answered ${status}: ${reason}`);
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
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnavailableError(`the push relay cannot be reached: ${reason}`, { cause: error });
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

/** Makes an installation known to a hosted push relay, once, or changes its key there (docs/operate/mobile-push.md). */
function addRegistration(parent: Command, name: RegistrationAction, description: string): void {
  parent
    .command(name)
    .description(description)
    .requiredOption('--hostname <host>', 'host name of this installation')
    .requiredOption('--contact <address>', 'contact address of the operator')
    .action(
      action(async ({ output }, contact: Contact) => {
        const settings = loadEnvironment(name === 'rotate' ? RotationEnvironment : RegistrationEnvironment);
        const isNew = await registerAt(settings.STOA_PUSH_RELAY_URL, fieldsOf(contact, settings));
        const id = settings.STOA_PUSH_RELAY_ORG_ID;
        output.result({ id, is_new: isNew }, `${id} ${outcome(name, isNew)}`);
      }),
    );
}

function outcome(name: RegistrationAction, isNew: boolean): string {
  if (name === 'rotate') return isNew ? 'was not registered yet; it is now, with its old key' : 'has a new key';
  return isNew ? 'is registered' : 'was already registered; its host and contact are up to date';
}

export function addPushRelayCommands(program: Command): void {
  const parent = program.command('push-relay').description('this installation’s registration at a hosted push relay');
  addRegistration(
    parent,
    'register',
    'register STOA_PUSH_RELAY_ORG_ID and _KEY at STOA_PUSH_RELAY_URL, or correct its host and contact',
  );
  addRegistration(parent, 'rotate', 'replace the key with STOA_PUSH_RELAY_NEW_ORG_KEY');
}
