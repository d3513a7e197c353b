import { Module } from '@nestjs/common';
import { AccountMailsModule } from '../../shared/account-mails/account-mails.module';
import { FactorRowsModule } from '../../shared/second-factors/factor-rows.module';
import { SessionRowsModule } from '../../shared/sessions/session-rows.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { LoginsModule } from '../logins/logins.module';
import { SessionAdministrationService } from './session-administration.service';
import { SessionOpenings } from './session-openings';
import { SessionsService } from './sessions.service';

/** Sessions of browsers (identity.md 1). */
@Module({
  imports: [AccountMailsModule, ApiKeysModule, FactorRowsModule, LoginsModule, SessionRowsModule, UserChangesModule],
  providers: [SessionAdministrationService, SessionOpenings, SessionsService],
  exports: [SessionOpenings],
})
export class SessionsModule {}
