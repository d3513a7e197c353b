import { runService } from '@stoa/lifecycle';
import { EventsEnvironment } from './events.environment';
import { EventsModule } from './events.module';

void runService({ service: 'events', environment: EventsEnvironment, module: EventsModule });
