import { runService } from '@stoa/lifecycle';
import { PushEnvironment } from './push.environment';
import { PushModule } from './push.module';

void runService({ service: 'push', environment: PushEnvironment, module: (platform) => PushModule.for(platform) });
