import { Injectable } from '@nestjs/common';
import type { AdministeredBot, BotObject } from '@stoa/contracts/users';
import { openColumn, openSealedApiKey } from '@stoa/policy';
import type { Reader } from '@stoa/read-state-store';
import { type Opening, administeredBot, botObject } from './bot-object';
import { BotRowsRepository } from './bot-rows.repository';
import { UsersEnvironment } from '../../users-environment';

/** Bots for those who administer them (users.md 16). */
@Injectable()
export class BotObjects {
  constructor(
    private readonly repository: BotRowsRepository,
    private readonly environment: UsersEnvironment,
  ) {}

  /**
   * As they see them, in the order of their ids.
   * @param hidesTokens the services' tokens are empty, for sessions of browsers: there a fresh proof shows them
   */
  async administered(
    reader: Reader,
    botIds: readonly number[],
    { hidesTokens }: { hidesTokens: boolean },
  ): Promise<AdministeredBot[]> {
    if (botIds.length === 0) return [];
    const { token } = this.opening();
    const opening = { token: hidesTokens ? () => '' : token };
    return (await this.repository.read(reader, botIds)).map((row) => administeredBot(row, opening));
  }

  /** With all that events hold, in the order of their ids. */
  async read(reader: Reader, realmId: number, botIds: readonly number[]): Promise<BotObject[]> {
    if (botIds.length === 0) return [];
    const opening = this.opening();
    return (await this.repository.read(reader, botIds)).map((row) => botObject(row, realmId, opening));
  }

  /** @throws Error if there is no such bot */
  async one(reader: Reader, realmId: number, botId: number): Promise<BotObject> {
    const [bot] = await this.read(reader, realmId, [botId]);
    if (!bot) throw new Error(`there is no bot ${botId}`);
    return bot;
  }

  private opening(): Opening {
    const { STOA_API_KEY_SECRET: secret } = this.environment;
    return {
      key: (sealed) => openSealedApiKey(secret, sealed),
      token: (stored) => openColumn(secret, 'stoa/bot-service-token', stored),
    };
  }
}
