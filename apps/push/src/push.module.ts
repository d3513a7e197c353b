import { DynamicModule, Module } from '@nestjs/common';
import { ChangesModule } from '@stoa/changes';
import { DatabaseModule } from '@stoa/database';
import type { Platform } from '@stoa/lifecycle';
import { MailModule } from '@stoa/mail';
import { ConsumptionModule } from './consumption/consumption.module';
import { DeliveryModule } from './delivery/delivery.module';
import { DevicesModule } from './devices/devices.module';
import { MailDeliveryModule } from './mail/mail-delivery.module';
import { PushEnvironment } from './push.environment';
import { RelayModule } from './relay/relay.module';

/** Notifications: who gets them, devices and the way to the relay, mails and the way to the mail server. */
@Module({})
export class PushModule {
  static for({ environment }: Platform<PushEnvironment>): DynamicModule {
    return {
      module: PushModule,
      imports: [
        DatabaseModule.forRoot({
          url: environment.STOA_DATABASE_URL,
          size: environment.STOA_DATABASE_POOL_SIZE,
          applicationName: `push-${environment.STOA_REPLICA}`,
        }),
        ChangesModule,
        MailModule.with(PushEnvironment),
        RelayModule,
        DevicesModule,
        DeliveryModule,
        MailDeliveryModule,
        ConsumptionModule,
      ],
    };
  }
}
