import type { INestApplicationContext } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PlatformModule } from '@stoa/lifecycle';
import { Metrics, createLogger } from '@stoa/observability';
import { type NatsConnection, connectToNats } from '@stoa/rpc';
import type { TestServers } from '@stoa/testing';
import { DeadLettersService } from '../delivery/dead-letters.service';
import { BouncePruningJob } from '../mail/bounces/bounce-pruning.job';
import { BouncesService } from '../mail/bounces/bounces.service';
import { MailReportsService } from '../mail/bounces/mail-reports.service';
import { SuspensionsService } from '../mail/bounces/suspensions.service';
import { DigestOrderJob } from '../mail/digests/digest-order.job';
import { MailDeadLettersService } from '../mail/mail-dead-letters.service';
import { PushEnvironment } from '../push.environment';
import { PushModule } from '../push.module';

let replicas = 0;

/** A whole push service inside the test process. */
export class PushReplica {
  private constructor(
    private readonly application: INestApplicationContext,
    private readonly nats: NatsConnection,
    readonly metrics: Metrics,
  ) {}

  static async start(servers: TestServers, relayUrl: string, mailUrl = 'none'): Promise<PushReplica> {
    replicas++;
    const environment = Object.assign(new PushEnvironment(), {
      STOA_NATS_URL: servers.natsUrl,
      STOA_REPLICA: replicas,
      STOA_LOG_LEVEL: 'silent',
      STOA_MODE: 'production',
      STOA_SHUTDOWN_SECONDS: 20,
      STOA_DATABASE_URL: servers.databaseUrl,
      STOA_DATABASE_POOL_SIZE: 6,
      STOA_REDIS_URL: servers.redisUrl,
      STOA_QUEUE_IDLE_SECONDS: 600,
      STOA_EXTERNAL_HOST: 'chat.example',
      STOA_EXTERNAL_SCHEME: 'https',
      STOA_PUSH_RELAY_URL: relayUrl,
      STOA_PUSH_RELAY_ORG_ID: '6cde5f7a-1f7e-4978-9716-49f69ebfc9fe',
      STOA_PUSH_RELAY_ORG_KEY: 'k'.repeat(64),
      STOA_MAIL_URL: mailUrl,
      STOA_MAIL_SENDER: 'noreply@chat.example',
      STOA_WELCOME_MAIL_SENDER: 'none',
      STOA_EMAIL_GATEWAY_PATTERN: '%s@mail.chat.example',
      STOA_DIGEST_MAILS: true,
      STOA_MAIL_BOUNCE_SENDERS: true,
      STOA_MAIL_DOMAIN_PER_MINUTE: 0,
      STOA_INSTALLATION_NAME: 'Stoa',
      STOA_PUSH_KEY_SECRET: 's'.repeat(32),
    });
    const logger = createLogger({ service: 'push', replica: replicas, level: 'silent' });
    const metrics = new Metrics({ service: 'push', replica: String(replicas) });
    const nats = await connectToNats(servers.natsUrl, `push-${replicas}`);
    const platform = { service: 'push', environment, logger, metrics, nats };
    @Module({ imports: [PlatformModule.of(platform), PushModule.for(platform)] })
    class Root {}
    const application = await NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
    return new PushReplica(application, nats, metrics);
  }

  get deadLetters(): DeadLettersService {
    return this.application.get(DeadLettersService, { strict: false });
  }

  get mailDeadLetters(): MailDeadLettersService {
    return this.application.get(MailDeadLettersService, { strict: false });
  }

  get bounces(): BouncesService {
    return this.application.get(BouncesService, { strict: false });
  }

  get mailReports(): MailReportsService {
    return this.application.get(MailReportsService, { strict: false });
  }

  get bouncePruning(): BouncePruningJob {
    return this.application.get(BouncePruningJob, { strict: false });
  }

  get digestOrders(): DigestOrderJob {
    return this.application.get(DigestOrderJob, { strict: false });
  }

  get suspensions(): SuspensionsService {
    return this.application.get(SuspensionsService, { strict: false });
  }

  async stop(): Promise<void> {
    await this.application.close();
    await this.nats.close();
  }
}
