import { DynamicModule, Module } from '@nestjs/common';
import { ChangesModule } from '@stoa/changes';
import { DatabaseModule } from '@stoa/database';
import type { Platform } from '@stoa/lifecycle';
import { ConsumptionModule } from './consumption/consumption.module';
import { DeliveryModule } from './delivery/delivery.module';
import { DevicesModule } from './devices/devices.module';
import { PushEnvironment } from './push.environment';
import { RelayModule } from './relay/relay.module';

/** Mobile push: devices, who is notified, and the way to the relay. */
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
        RelayModule,
        DevicesModule,
        DeliveryModule,
        ConsumptionModule,
      ],
    };
  }
}
