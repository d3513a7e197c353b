import { Injectable } from '@nestjs/common';
import { generateApiKey, hashApiKey, sealApiKey } from '@stoa/policy';
import { UsersEnvironment } from '../../users-environment';
import type { NewKey } from './api-keys.repository';

const PREFIX_LENGTH = 6;

/** Makes API keys in the forms in which they are stored. */
@Injectable()
export class KeyMaker {
  constructor(private readonly environment: UsersEnvironment) {}

  /** @param isBot keys of bots are kept sealed as well, as their owners may see them again */
  make(isBot: boolean): NewKey & { apiKey: string } {
    const secret = this.environment.STOA_API_KEY_SECRET;
    const apiKey = generateApiKey();
    return {
      apiKey,
      hash: hashApiKey(secret, apiKey),
      prefix: apiKey.slice(0, PREFIX_LENGTH),
      sealed: isBot ? sealApiKey(secret, apiKey) : null,
    };
  }
}
