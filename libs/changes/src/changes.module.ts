import { Global, Inject, Module, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { KEYS_REVOKED } from '@stoa/contracts/events';
import { Database } from '@stoa/database';
import { LOGGER, type Logger } from '@stoa/observability';
import { NATS_CONNECTION, NatsConnection } from '@stoa/rpc';
import { ChangePoke } from './change-poke';
import { NatsHintTransport } from './hint-transport';
import { KEYS_REVOKED_SUBJECT } from './subjects';

/** For every service that writes: pokes the relays after each commit that wrote a change. Needs the database module. */
@Global()
@Module({
  providers: [
    {
      provide: NatsHintTransport,
      inject: [NATS_CONNECTION],
      useFactory: (connection: NatsConnection) => new NatsHintTransport(connection),
    },
    {
      provide: ChangePoke,
      inject: [NatsHintTransport],
      useFactory: (transport: NatsHintTransport) => new ChangePoke(transport),
    },
  ],
  exports: [NatsHintTransport, ChangePoke],
})
export class ChangesModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ChangePoke) private readonly poke: ChangePoke,
    @Inject(NatsHintTransport) private readonly hints: NatsHintTransport,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.database.onCommit((partition, realmId, { requestId, events }) => {
      this.poke.poke(partition);
      if (events.includes(KEYS_REVOKED)) this.hints.publish(KEYS_REVOKED_SUBJECT, Buffer.from(JSON.stringify(realmId)));
      this.log.debug({ realmId, requestId, events }, 'a change was committed');
    });
  }

  onApplicationShutdown(): void {
    this.poke.close();
  }
}
