import { Injectable } from '@nestjs/common';
import { LinkifierObject, LinkifierValues, badRequest } from '@stoa/contracts';
import { eventOf } from '@stoa/contracts/events';
import { WriteTransaction, isUniqueViolation, setKeys } from '@stoa/database';
import type { ActorContext } from '@stoa/rpc';
import { OrganizationWrites } from '../organization-writes/organization-writes';
import { NON_FIELD, fieldError } from './field-errors';
import { checkLinkifier } from './linkifier-rules';
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

  list({ actor }: ActorContext): Promise<LinkifierObject[]> {
    return this.repository.list(actor.realmId);
  }

  /** @returns the id of the linkifier */
  async create(ctx: ActorContext, values: LinkifierValues): Promise<number> {
    const stripped = strip(values);
    checkLinkifier(stripped);
    return this.change(ctx, (tx) => this.repository.insert(tx, stripped));
  }

  /** @throws DomainError `Linkifier not found.` */
  async update(ctx: ActorContext, id: number, values: LinkifierValues): Promise<void> {
    const stripped = strip(values);
    await this.change(ctx, async (tx) => {
      const known = await this.repository.listIn(tx);
      if (!known.some((linkifier) => linkifier.id === id)) throw badRequest(NOT_FOUND);
      checkLinkifier(stripped);
      await this.repository.update(tx, id, stripped);
    });
  }

  async delete(ctx: ActorContext, id: number): Promise<void> {
    await this.change(ctx, async (tx) => {
      if (!(await this.repository.delete(tx, id))) throw badRequest(NOT_FOUND);
    });
  }

  async reorder(ctx: ActorContext, orderedIds: readonly number[]): Promise<void> {
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

function strip({ pattern, urlTemplate }: LinkifierValues): LinkifierValues {
  return { pattern: pattern.trim(), urlTemplate: urlTemplate.trim() };
}
