import { Injectable } from '@nestjs/common';
import { PlaygroundValues, badRequest } from '@stoa/contracts';
import { eventOf } from '@stoa/contracts/events';
import { WriteTransaction, isUniqueViolation, setKeys } from '@stoa/database';
import type { ActorContext } from '@stoa/rpc';
import { NON_FIELD, fieldError } from '../linkifiers/field-errors';
import { OrganizationWrites } from '../organization-writes/organization-writes';
import { checkPlayground } from './playground-rules';
import { PlaygroundsRepository } from './playgrounds.repository';

const TAKEN = 'Realm playground with this Realm, Pygments language and Name already exists.';

/** Where code of a language can be tried out (organization.md 6). */
@Injectable()
export class PlaygroundsService {
  constructor(
    private readonly repository: PlaygroundsRepository,
    private readonly writes: OrganizationWrites,
  ) {}

  /** @returns the id of the playground */
  async create(ctx: ActorContext, values: PlaygroundValues): Promise<number> {
    const stripped = {
      name: values.name.trim(),
      pygmentsLanguage: values.pygmentsLanguage.trim(),
      urlTemplate: values.urlTemplate.trim(),
    };
    checkPlayground(stripped);
    try {
      return await this.writes.run(ctx, async (tx, audience) => {
        const id = await this.repository.insert(tx, stripped);
        await this.announce(tx, audience);
        return id;
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw fieldError(NON_FIELD, TAKEN);
      throw error;
    }
  }

  /** A default language of code blocks that it served is reset, with its own event first. */
  async delete(ctx: ActorContext, id: number): Promise<void> {
    await this.writes.run(ctx, async (tx, audience) => {
      const language = await this.repository.delete(tx, id);
      if (language === undefined) throw badRequest('Invalid playground');
      if (await this.repository.resetDefaultLanguage(tx, language)) {
        tx.emit(eventOf('realm', 'update', { property: 'default_code_block_language', value: '' }, audience));
      }
      await this.announce(tx, audience);
    });
  }

  private async announce(tx: WriteTransaction, audience: readonly number[]): Promise<void> {
    tx.bump(setKeys.realmSettings(tx.realmId));
    const playgrounds = await this.repository.list(tx);
    tx.emit(eventOf('realm_playgrounds', { realm_playgrounds: playgrounds }, audience));
  }
}
