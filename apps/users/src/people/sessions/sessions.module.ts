import { Module } from '@nestjs/common';
import { SessionRowsModule } from '../../shared/sessions/session-rows.module';
import { LoginsModule } from '../logins/logins.module';
import { SessionsService } from './sessions.service';

/** Sessions of browsers (identity.md 1). */
@Module({ imports: [LoginsModule, SessionRowsModule], providers: [SessionsService] })
export class SessionsModule {}
