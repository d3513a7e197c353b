import { Module } from '@nestjs/common';
import { AccountMailsModule } from '../../shared/account-mails/account-mails.module';
import { SessionRowsModule } from '../../shared/sessions/session-rows.module';
import { LoginsModule } from '../logins/logins.module';
import { SessionOpenings } from './session-openings';
import { SessionsService } from './sessions.service';

/** Sessions of browsers (identity.md 1). */
@Module({
  imports: [AccountMailsModule, LoginsModule, SessionRowsModule],
  providers: [SessionOpenings, SessionsService],
  exports: [SessionOpenings],
})
export class SessionsModule {}
