import { runService } from '@stoa/lifecycle';
import { PresenceEnvironment } from './presence.environment';
import { PresenceModule } from './presence.module';

void runService({ service: 'presence', environment: PresenceEnvironment, module: PresenceModule });
