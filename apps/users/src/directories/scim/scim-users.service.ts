import { Inject, Injectable } from '@nestjs/common';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import { DomainError, UnavailableError } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { readerOf } from '@stoa/read-state-store';
import type { ProfileValues } from '../../people/profile-data/said-values';
import { DirectoryAccountChanges } from '../account-changes/directory-account-changes';
import type { ScimClient, ScimRequest, ScimResponse } from './scim-client';
import { ScimError, addressTaken, resourceNotFound } from './protocol/scim-error';
import { readBody } from './protocol/scim-json';
import { readSelection, selected } from './protocol/scim-query';
import { type ShownUser, assertMatch, etagOf, userResource } from './protocol/scim-resources';
import { type UserInput, fullNameOf, readUser, readUserPatch } from './protocol/user-input';
import { ScimProfiles } from './scim-profiles';
import { ScimUserCreation } from './scim-user-creation';
import { isUserId } from './scim-user-lists';
import { ScimUsersRepository } from './scim-users.repository';

const NO_DELETION = 'DELETE operation not supported. Use PUT or PATCH to modify the "active" attribute instead.';

/** Users as identity providers make and change them (identity.md 8.2). */
@Injectable()
export class ScimUsersService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly repository: ScimUsersRepository,
    private readonly creation: ScimUserCreation,
    private readonly changes: DirectoryAccountChanges,
    private readonly profiles: ScimProfiles,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws ScimError 404 */
  async get(client: ScimClient, id: string, { query }: ScimRequest): Promise<ScimResponse> {
    return shown(client, await this.find(client, id), 200, (resource) => selected(resource, readSelection(query)));
  }

  /** @throws ScimError 400, 409; DomainError for what an account may not be */
  async create(client: ScimClient, request: ScimRequest): Promise<ScimResponse> {
    const input = readUser(readBody(request.body));
    const userId = await this.creation.create(client, input);
    const { requestId, realmId, tokenId } = client;
    this.log.info({ requestId, realmId, tokenId, userId }, 'SCIM made an account');
    await this.complete(client, userId, input);
    return shown(client, await this.find(client, String(userId)), 201);
  }

  /** What a PUT or PATCH does not name stays as it is. @throws ScimError 400, 404, 409, 412 */
  async update(client: ScimClient, id: string, request: ScimRequest): Promise<ScimResponse> {
    const body = readBody(request.body);
    const input = request.method === 'PUT' ? readUser(body) : readUserPatch(body);
    return shown(client, await this.change(client, id, input, request.ifMatch), 200);
  }

  /** Deactivates, where the organization wants that. @throws ScimError 400, 404 */
  async remove(client: ScimClient, id: string, { ifMatch }: ScimRequest): Promise<ScimResponse> {
    if (!client.acceptsDeletions) throw new ScimError(400, NO_DELETION);
    await this.change(client, id, { isActive: false }, ifMatch);
    return { status: 204 };
  }

  /** What else a new account has: it is there without that, and a provider that heard of an error could not make it again. */
  private async complete(client: ScimClient, userId: number, { timezone, said }: UserInput): Promise<void> {
    const rest = { timezone, said };
    const { requestId, realmId, partition, tokenId } = client;
    try {
      const profile = await this.profiles.of(client, rest);
      if (timezone === undefined && !profile) return;
      await this.database.write({ realmId, partition, requestId }, [lockRealm(realmId, 'exclusive')], (tx) =>
        this.apply(tx, client, userId, { input: rest, profile, ifMatch: null }),
      );
    } catch (error) {
      if (!(error instanceof UnavailableError || error instanceof DomainError)) throw error;
      this.log.warn({ err: error, requestId, realmId, tokenId, userId }, 'an account has not all that SCIM says yet');
    }
  }

  private async change(client: ScimClient, id: string, input: UserInput, ifMatch: string | null): Promise<ShownUser> {
    const { requestId, realmId, partition, tokenId } = client;
    if (!isUserId(id)) throw resourceNotFound(id);
    const userId = Number(id);
    const locks = [lockRealm(realmId, 'exclusive')];
    const profile = await this.profiles.of(client, input);
    await this.database.write({ realmId, partition, requestId }, locks, (tx) =>
      this.apply(tx, client, userId, { input, profile, ifMatch }),
    );
    const fields = Object.keys(input).filter((name) => name !== 'said');
    this.log.info({ requestId, realmId, tokenId, userId, fields, isActive: input.isActive }, 'SCIM changed an account');
    return this.find(client, id);
  }

  private async apply(
    tx: WriteTransaction,
    client: ScimClient,
    userId: number,
    { input, profile, ifMatch }: { input: UserInput; profile: ProfileValues | undefined; ifMatch: string | null },
  ): Promise<void> {
    const facts = await this.facts.ofRealm(client.realmId);
    const row = await this.repository.one(client.realmId, userId, readerOf(tx));
    const target = facts.users.get(userId);
    if (!row || !target) throw resourceNotFound(String(userId));
    assertMatch(ifMatch, row);
    const deliveryEmail = input.userName === '' ? undefined : input.userName;
    if (deliveryEmail !== undefined && deliveryEmail.toLowerCase() !== target.deliveryEmail.toLowerCase()) {
      const holder = facts.users.byEmail(deliveryEmail);
      if (holder && holder.id !== userId) throw addressTaken(deliveryEmail);
      await this.creation.assertAddress(client.realmId, deliveryEmail);
    }
    const fullName = fullNameOf(input, target.fullName);
    await this.changes.apply(tx, facts, target, {
      source: 'scim',
      realmHost: client.realmHost,
      fullName: fullName === '' ? undefined : fullName,
      deliveryEmail,
      role: input.role,
      isActive: input.isActive,
      externalId: input.externalId,
      timezone: input.timezone,
      profile,
    });
  }

  private async find({ realmId }: ScimClient, id: string): Promise<ShownUser> {
    const user = isUserId(id) ? await this.repository.one(realmId, Number(id)) : undefined;
    if (!user) throw resourceNotFound(id);
    return user;
  }
}

function shown(
  client: ScimClient,
  user: ShownUser,
  status: number,
  shape: (resource: object) => object = (resource) => resource,
): ScimResponse {
  const base = `${client.realmUrl}/scim/v2`;
  const body = shape(userResource(user, base, client));
  return { status, body, location: `${base}/Users/${user.id}`, etag: etagOf(user) };
}
