import { runService } from '@stoa/lifecycle';
import { MessagesEnvironment } from './messages.environment';
import { MessagesServiceModule } from './messages-service.module';

void runService({ service: 'messages', environment: MessagesEnvironment, module: MessagesServiceModule });
