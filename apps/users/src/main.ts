import { runService } from '@stoa/lifecycle';
import { UsersEnvironment } from './users-environment';
import { UsersModule } from './users.module';

void runService({ service: 'users', environment: UsersEnvironment, module: (platform) => UsersModule.for(platform) });
