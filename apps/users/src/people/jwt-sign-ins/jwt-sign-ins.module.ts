import { Module } from '@nestjs/common';
import { UserSetModule } from '../../shared/user-set/user-set.module';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { LoginsModule } from '../logins/logins.module';
import { JwtKeysRepository } from './jwt-keys.repository';
import { JwtKeysService } from './jwt-keys.service';
import { JwtSignInsService } from './jwt-sign-ins.service';
import { JwtVerifier } from './jwt-verifier';

/** Sign-ins with tokens of the organization's own programs. */
@Module({
  imports: [ApiKeysModule, LoginsModule, UserSetModule],
  providers: [JwtKeysRepository, JwtKeysService, JwtSignInsService, JwtVerifier],
  exports: [JwtVerifier],
})
export class JwtSignInsModule {}
