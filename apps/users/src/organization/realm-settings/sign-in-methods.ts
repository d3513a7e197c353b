import { Injectable } from '@nestjs/common';
import { Audience } from '@stoa/contracts/changes';
import { type WriteTransaction, setKeys } from '@stoa/database';
import { offeredBackends } from '@stoa/policy';
import { authenticationMethods } from '../../register/sections/realm.section';
import { UsersEnvironment } from '../../users-environment';
import { dictUpdated } from './realm-change';
import { RealmSettingsRepository } from './realm-settings.repository';

/** Tells of the ways to sign in that an organization has, after what they follow from was changed. */
@Injectable()
export class SignInMethods {
  constructor(
    private readonly repository: RealmSettingsRepository,
    private readonly environment: UsersEnvironment,
  ) {}

  /**
   * Pages of sign-in ask the gateways, whose copies end now; clients in use hear which methods there are. Under the
   * realm's exclusive lock, after the change.
   */
  async announce(tx: WriteTransaction, to: Audience): Promise<void> {
    tx.bump(setKeys.realmAccess(tx.realmId));
    const realm = await this.repository.realm(tx);
    const offered = offeredBackends(this.environment.STOA_MODE === 'development', realm.sign_in_kinds);
    const methods = authenticationMethods(realm.authentication_methods, offered);
    tx.emit(dictUpdated({ authentication_methods: methods }, to));
  }
}
