import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { eventOf } from '@stoa/contracts/events';
import {
  createLinkifier,
  deleteLinkifier,
  listLinkifiers,
  reorderLinkifiers,
  updateLinkifier,
} from '@stoa/contracts/organization';
import { WriteTransaction, isUniqueViolation, setKeys } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { OrganizationWrites } from '../organization-writes/organization-writes';
import { NON_FIELD, fieldError } from './field-errors';
import { checkLinkifier, linkifierValues } from './linkifier-rules';
import { LinkifiersRepository } from './linkifiers.repository';

const PATTERN_TAKEN = 'Realm filter with this Realm and Pattern already exists.';
const NOT_FOUND = 'Linkifier not found.';

/** Patterns that become links in messages and topics (organization.md 5). Existing messages are not rendered again. */
@Injectable()
export class LinkifiersService {
  constructor(
    private readonly repository: LinkifiersRepository,
    private readonly writes: OrganizationWrites,
  ) {}

  @Handles(listLinkifiers)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listLinkifiers>> {
    return { linkifiers: await this.repository.list(actor.realmId) };
  }

  @Handles(createLinkifier)
  async create(
    ctx: ActorContext,
    request: RequestOf<typeof createLinkifier>,
  ): Promise<RpcResponse<typeof createLinkifier>> {
    const values = linkifierValues(request);
    checkLinkifier(values);
    return this.change(ctx, async (tx) => ({ id: await this.repository.insert(tx, values) }));
  }

  /** @throws DomainError `Linkifier not found.` */
  @Handles(updateLinkifier)
  async update(ctx: ActorContext, request: RequestOf<typeof updateLinkifier>): Promise<void> {
    await this.change(ctx, async (tx) => {
      const known = (await this.repository.listIn(tx)).find(({ id }) => id === request.filter_id);
      if (!known) throw badRequest(NOT_FOUND);
      const values = linkifierValues(request, known);
      checkLinkifier(values);
      await this.repository.update(tx, request.filter_id, values);
    });
  }

  @Handles(deleteLinkifier)
  async delete(ctx: ActorContext, { filter_id }: RequestOf<typeof deleteLinkifier>): Promise<void> {
    await this.change(ctx, async (tx) => {
      if (!(await this.repository.delete(tx, filter_id))) throw badRequest(NOT_FOUND);
    });
  }

  @Handles(reorderLinkifiers)
  async reorder(
    ctx: ActorContext,
    { ordered_linkifier_ids: orderedIds }: RequestOf<typeof reorderLinkifiers>,
  ): Promise<void> {
    await this.writes.run(ctx, async (tx, audience) => {
      const known = await this.repository.listIn(tx);
      const wanted = new Set(orderedIds);
      if (wanted.size < orderedIds.length) {
        throw badRequest('The ordered list must not contain duplicated linkifiers');
      }
      if (wanted.size !== known.length || !known.every(({ id }) => wanted.has(id))) {
        throw badRequest('The ordered list must enumerate all existing linkifiers exactly once');
      }
      if (known.length === 0) return;
      await this.repository.reorder(tx, orderedIds);
      await this.announce(tx, audience);
    });
  }

  private async change<T>(ctx: ActorContext, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    try {
      return await this.writes.run(ctx, async (tx, audience) => {
        const result = await work(tx);
        await this.announce(tx, audience);
        return result;
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw fieldError(NON_FIELD, PATTERN_TAKEN);
      throw error;
    }
  }

  private async announce(tx: WriteTransaction, audience: readonly number[]): Promise<void> {
    tx.bump(setKeys.realmSettings(tx.realmId));
    const linkifiers = await this.repository.listIn(tx);
    tx.emit(eventOf('realm_linkifiers', { realm_linkifiers: linkifiers }, audience));
  }
}
