import { Role } from '@stoa/policy';
import type { Database } from '../database';
import type { RowOf } from '../row-of';
import { isUniqueViolation } from '../sql-errors';
import { NewAccount, withNewAccounts } from './create-accounts';
import { createRealm } from './create-realm';

export interface SystemBot {
  id: number;
  email: string;
  fullName: string;
}

/** Subdomain of the internal organization: no host can have it. */
const INTERNAL_SUBDOMAIN = '_internal';
const GENERIC_BOT = 1;

const SYSTEM_BOTS = [
  { fullName: 'Email Gateway', localPart: 'emailgateway', canForgeSender: true },
  { fullName: 'Notification Bot', localPart: 'notification-bot', canForgeSender: false },
  { fullName: 'Welcome Bot', localPart: 'welcome-bot', canForgeSender: false },
];

/**
 * The system bots of the installation (organization.md 4.9), sorted by name; created with their internal organization at the
 * first call. `domain` is the fixed domain of their addresses.
 */
export async function ensureSystemBots(database: Database, domain: string): Promise<SystemBot[]> {
  const known = await readSystemBots(database);
  if (known.length > 0) return known;
  const { id, partition } = await internalRealm(database);
  const accounts = SYSTEM_BOTS.map(({ fullName, localPart, canForgeSender }): NewAccount => ({
    fullName,
    deliveryEmail: `${localPart}@${domain}`,
    role: Role.Member,
    botType: GENERIC_BOT,
    isSystemBot: true,
    canForgeSender,
  }));
  await unlessDone(
    withNewAccounts(database, { realmId: id, partition }, { realmHost: domain, accounts }, () => Promise.resolve()),
  );
  return readSystemBots(database);
}

async function internalRealm(database: Database): Promise<{ id: number; partition: number }> {
  await unlessDone(
    createRealm(database, {
      subdomain: INTERNAL_SUBDOMAIN,
      name: 'System bots',
      authenticationMethods: {},
      channels: [],
      isInternal: true,
    }),
  );
  const [realm] = await database.query<RowOf<'Realm', 'id' | 'partition'>>(
    'realm_internal',
    'SELECT id, partition FROM realm WHERE string_id = $1',
    [INTERNAL_SUBDOMAIN],
  );
  if (!realm) throw new Error('The internal organization is missing');
  return realm;
}

/** Another process, or an earlier one that died in between, may have done it. */
async function unlessDone(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
  });
}

/** The system bots, sorted by name; empty before {@link ensureSystemBots}. */
export async function readSystemBots(database: Database): Promise<SystemBot[]> {
  return database.query<RowOf<'Account', 'id' | 'email' | 'fullName'>>(
    'system_bots',
    'SELECT id, email, full_name AS "fullName" FROM account WHERE is_system_bot ORDER BY full_name',
  );
}
