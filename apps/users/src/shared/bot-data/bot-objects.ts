import { Injectable } from '@nestjs/common';
import type { AdministeredBot, BotObject } from '@stoa/contracts/users';
import { openSealedApiKey } from '@stoa/policy';
import type { Reader } from '@stoa/read-state-store';
import { administeredBot, botObject } from './bot-object';
import { BotRowsRepository } from './bot-rows.repository';
import { UsersEnvironment } from '../../users-environment';

/** Bots for those who administer them (users.md 16). */
@Injectable()
export class BotObjects {
  constructor(
    private readonly repository: BotRowsRepository,
    private readonly environment: UsersEnvironment,
  ) {}

  /** As they see them, in the order of their ids. */
  async administered(reader: Reader, botIds: readonly number[]): Promise<AdministeredBot[]> {
    return botIds.length === 0 ? [] : (await this.repository.read(reader, botIds)).map(administeredBot);
  }

  /** With all that events hold, in the order of their ids. */
  async read(reader: Reader, realmId: number, botIds: readonly number[]): Promise<BotObject[]> {
    if (botIds.length === 0) return [];
    const open = (sealed: Buffer): string => openSealedApiKey(this.environment.STOA_API_KEY_SECRET, sealed);
    return (await this.repository.read(reader, botIds)).map((row) => botObject(row, realmId, open));
  }

  /** @throws Error if there is no such bot */
  async one(reader: Reader, realmId: number, botId: number): Promise<BotObject> {
    const [bot] = await this.read(reader, realmId, [botId]);
    if (!bot) throw new Error(`there is no bot ${botId}`);
    return bot;
  }
}
