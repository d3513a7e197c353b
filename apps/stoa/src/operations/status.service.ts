import { ConfigurationError, RedisServiceEnvironment, ServiceEnvironment, loadEnvironment } from '@stoa/config';
import { RpcContract, RpcRequest } from '@stoa/contracts/rpc';
import { DomainError } from '@stoa/errors';
import { listDrafts } from '@stoa/contracts/messages';
import { getRealmPresence } from '@stoa/contracts/presence';
import { listPushDeadLetters } from '@stoa/contracts/push';
import { getOwnUser } from '@stoa/contracts/users';
import { reasonToWait } from '@stoa/database';
import { RemoteFault } from '@stoa/rpc';
import { OrganizationDirectory } from '../administration/organization-directory';
import { ClusterSession } from '../base/cluster/cluster-session';
import { RefusedError } from '../base/command-line/failures';
import { PartitionLag, readLag } from './lag';
import { OperationsRepository } from './operations.repository';

export interface PartStatus {
  part: string;
  ok: boolean;
  detail: string;
}

/** How far a reader may be behind, in changes, before the status says so. */
const MOST_BEHIND = 10_000;
const OLDEST_OUTBOX_SECONDS = 10;

/** Asks every server and service whether it works. */
export class StatusService {
  constructor(private readonly session: ClusterSession) {}

  /** @throws ConfigurationError: what is not configured is not a part that is down */
  async read(): Promise<PartStatus[]> {
    loadEnvironment(ServiceEnvironment);
    loadEnvironment(RedisServiceEnvironment);
    const postgres = await this.postgres();
    const services = postgres.ok ? await this.services() : [];
    return [postgres, ...(postgres.ok ? [await this.log()] : []), ...services];
  }

  private postgres(): Promise<PartStatus> {
    return attempt('postgres', async () => {
      const { database, databaseUrl } = this.session;
      const version = await new OperationsRepository(database).version();
      const reason = await reasonToWait(databaseUrl);
      if (reason !== undefined) throw new Error(reason);
      return `PostgreSQL ${version}, migrations up to date`;
    });
  }

  /** Redis and the relay: whether changes come through. */
  private log(): Promise<PartStatus> {
    return attempt('redis, change log', async () => {
      const lags = await readLag(this.session);
      const problem = lags.map(problemOf).find((text) => text !== undefined);
      if (problem !== undefined) throw new Error(problem);
      return `${lags.length} partitions, each with a relay, no reader far behind`;
    });
  }

  /** A call that changes nothing, to each service that answers calls. Any answer will do, also a refusal. */
  private async services(): Promise<PartStatus[]> {
    const directory = new OrganizationDirectory(this.session);
    const organizations = await directory.repository.organizations();
    const [organization] = organizations.filter(({ isActive, users }) => isActive && users > 0);
    const actor = organization && (await directory.ownerOf(organization).catch(onlyRefusal));
    const asked = <C extends RpcContract>(contract: C, request: RpcRequest<C>): Promise<PartStatus> =>
      attempt(contract.service, async () => {
        await this.session.call(contract, request, actor).catch((error: unknown) => {
          if (!(error instanceof DomainError || error instanceof RemoteFault)) throw error;
        });
        return 'answers';
      });
    const push = asked(listPushDeadLetters, { realmId: null, afterId: 0, limit: 1 });
    if (!actor) return [await push];
    return Promise.all([asked(getOwnUser, {}), asked(listDrafts, {}), asked(getRealmPresence, {}), push]);
  }
}

function problemOf({
  partition,
  relay,
  outbox_seconds: seconds,
  events_behind: events,
  push_behind: push,
}: PartitionLag) {
  if (relay === null) return `partition ${partition}: no relay holds it; is an events replica running?`;
  if (seconds > OLDEST_OUTBOX_SECONDS) return `partition ${partition}: a change has waited ${seconds} s for its number`;
  if ((events ?? 0) > MOST_BEHIND) return `partition ${partition}: event queues are ${events} changes behind`;
  if ((push ?? 0) > MOST_BEHIND) return `partition ${partition}: push is ${push} changes behind`;
  return undefined;
}

/** An organization without an owner has nobody to ask for; anything else is a fault of its own. */
function onlyRefusal(error: unknown): undefined {
  if (!(error instanceof RefusedError)) throw error;
  return undefined;
}

async function attempt(part: string, work: () => Promise<string>): Promise<PartStatus> {
  try {
    return { part, ok: true, detail: await work() };
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    return { part, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}
