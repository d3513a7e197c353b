import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { redisAddress } from '@stoa/config';
import { LOGGER, type Logger } from '@stoa/observability';
import { Pace, type RedisConnection, createRedisConnection } from '@stoa/redis';
import { PushEnvironment } from '../push.environment';

/** How many mails a domain gets in a minute, for mail servers that do not see to that (mail-and-integrations.md 1). */
@Injectable()
export class DestinationPace implements OnApplicationShutdown {
  private readonly redis: RedisConnection | undefined;
  private readonly pace: Pace | undefined;

  constructor(environment: PushEnvironment, @Inject(LOGGER) log: Logger) {
    const { STOA_MAIL_DOMAIN_PER_MINUTE: perMinute } = environment;
    if (perMinute === 0) return;
    this.redis = createRedisConnection(redisAddress(environment), log, { name: 'mail-pace' });
    this.pace = new Pace(this.redis, log, { name: 'mail', perMinute });
  }

  /** @returns seconds after which a mail to the address may ask again; 0: it may go now */
  async waitSeconds(address: string): Promise<number> {
    if (!this.pace) return 0;
    const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    return (await this.pace.waitMs(domain)) / 1_000;
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
