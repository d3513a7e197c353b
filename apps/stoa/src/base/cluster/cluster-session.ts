import { randomUUID } from 'node:crypto';
import { FileServiceEnvironment, ServiceEnvironment, loadEnvironment } from '@stoa/config';
import { Actor, RpcContract, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { UnavailableError } from '@stoa/errors';
import { Database } from '@stoa/database';
import { mediaProxyKey } from '@stoa/outgoing-http';
import { ExternalAddress } from '@stoa/policy';
import { NatsConnection, RpcClient, connectToNats, natsCredentials } from '@stoa/rpc';
import { FileStore, createFileStore } from '@stoa/storage';
import { AddressSettings, DatabaseSettings, KeySettings } from './tool-settings';

/** Longer than any contract's own timeout. */
const PATIENCE_MS = 60_000;
const NAME = 'stoa-tool';
const BULK_TIMEOUT_MS = 1_800_000;

/**
 * One command's way to the cluster. Connects to what the command really uses, when it first does, so that a command asks
 * for no more settings than it needs. {@link close} ends it.
 */
export class ClusterSession {
  private opened?: Database;
  private openedForBulk?: Database;
  private nats?: NatsConnection;
  private client?: RpcClient;
  private store?: FileStore;

  /** @throws ConfigurationError */
  get databaseUrl(): string {
    return loadEnvironment(DatabaseSettings).STOA_DATABASE_URL;
  }

  /** @throws ConfigurationError */
  get database(): Database {
    this.opened ??= Database.open({
      url: this.databaseUrl,
      size: 3,
      applicationName: NAME,
    });
    return this.opened;
  }

  /** For work on whole organizations, whose statements and transactions take long. @throws ConfigurationError */
  get bulkDatabase(): Database {
    this.openedForBulk ??= Database.open({
      url: this.databaseUrl,
      size: 3,
      applicationName: `${NAME}-bulk`,
      statementTimeoutMs: BULK_TIMEOUT_MS,
      idleInTransactionTimeoutMs: BULK_TIMEOUT_MS,
    });
    return this.openedForBulk;
  }

  /** @throws ConfigurationError */
  get address(): ExternalAddress {
    return loadEnvironment(AddressSettings);
  }

  /** @throws ConfigurationError */
  get apiKeySecret(): string {
    return loadEnvironment(KeySettings).STOA_API_KEY_SECRET;
  }

  /** @throws ConfigurationError */
  get files(): FileStore {
    this.store ??= createFileStore(this.fileEnvironment);
    return this.store;
  }

  /** Under which addresses of external media in messages are signed. @throws ConfigurationError */
  get mediaProxyKey(): string | undefined {
    return mediaProxyKey(this.fileEnvironment);
  }

  private get fileEnvironment(): FileServiceEnvironment {
    return loadEnvironment(FileServiceEnvironment);
  }

  /** Calls a service, as an account where it asks for one. @throws DomainError, UnavailableError, ConfigurationError */
  async call<C extends RpcContract>(contract: C, request: RpcRequest<C>, actor?: Actor): Promise<RpcResponse<C>> {
    const client = await this.rpc();
    const context = { requestId: randomUUID(), deadlineAt: Date.now() + PATIENCE_MS, ...(actor ? { actor } : {}) };
    return client.call(contract, context, request);
  }

  private async rpc(): Promise<RpcClient> {
    if (this.client) return this.client;
    const environment = loadEnvironment(ServiceEnvironment);
    try {
      this.nats = await connectToNats(environment.STOA_NATS_URL, NAME, natsCredentials(environment));
    } catch (error) {
      throw new UnavailableError(error instanceof Error ? error.message : String(error), { cause: error });
    }
    return (this.client = new RpcClient(this.nats));
  }

  async close(): Promise<void> {
    await this.nats?.close();
    await this.opened?.close();
    await this.openedForBulk?.close();
  }
}
