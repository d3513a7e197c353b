import { Module } from '@nestjs/common';
import { AccountMailsModule } from '../../shared/account-mails/account-mails.module';
import { FactorRowsModule } from '../../shared/second-factors/factor-rows.module';
import { SessionRowsModule } from '../../shared/sessions/session-rows.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { LoginsModule } from '../logins/logins.module';
import { SessionsModule } from '../sessions/sessions.module';
import { FactorMails } from './factor-mails';
import { FactorResetsService } from './factor-resets.service';
import { FactorSignInsService } from './factor-sign-ins.service';
import { OwnFactorsService } from './own-factors.service';
import { OwnPasskeysService } from './own-passkeys.service';
import { PasskeyCeremonies } from './passkey-ceremonies';
import { PasskeySignInsService } from './passkey-sign-ins.service';
import { PasskeysRepository } from './passkeys.repository';
import { TotpCodes } from './totp-codes';
import { TotpSetUp } from './totp-set-up';

/** What accounts prove besides their password (docs/decisions/052-second-factors.md). */
@Module({
  imports: [AccountMailsModule, FactorRowsModule, LoginsModule, SessionRowsModule, SessionsModule, UserChangesModule],
  providers: [
    FactorMails,
    FactorResetsService,
    FactorSignInsService,
    OwnFactorsService,
    OwnPasskeysService,
    PasskeyCeremonies,
    PasskeySignInsService,
    PasskeysRepository,
    TotpCodes,
    TotpSetUp,
  ],
})
export class SecondFactorsModule {}
