import { Injectable } from '@nestjs/common';
import { SignInKind, SignInProviderSettings, openSealedText } from '@stoa/policy';
import { UsersEnvironment } from '../../users-environment';
import { SignInProvidersRepository, UsedProviderRow } from './sign-in-providers.repository';

/** A provider with everything that a sign-in needs, its secret included: never logged, never answered. */
export interface UsedProvider {
  id: number;
  kind: SignInKind;
  /** On the wire: `oidc:KEY`. */
  name: string;
  displayName: string;
  settings: SignInProviderSettings;
  secret: string;
  /** Changes whenever the provider does: names copies of what it said of itself. */
  version: string;
}

/** Finds providers for sign-ins, as they are at this moment. */
@Injectable()
export class UsedProviders {
  constructor(
    private readonly repository: SignInProvidersRepository,
    private readonly environment: UsersEnvironment,
  ) {}

  /** In the order of their making. */
  async ofKind(realmId: number, kind: SignInKind): Promise<UsedProvider[]> {
    return (await this.repository.usedOfKind(realmId, kind)).map((row) => this.openedRow(row));
  }

  async byName(realmId: number, name: string): Promise<UsedProvider | undefined> {
    return this.opened(await this.repository.usedByName(realmId, name));
  }

  async byId(realmId: number, id: number): Promise<UsedProvider | undefined> {
    return this.opened(await this.repository.usedById(realmId, id));
  }

  private opened(row: UsedProviderRow | undefined): UsedProvider | undefined {
    return row && this.openedRow(row);
  }

  private openedRow(row: UsedProviderRow): UsedProvider {
    return {
      id: row.id,
      kind: row.kind,
      name: row.name,
      displayName: row.display_name,
      settings: row.settings,
      secret: openSealedText(this.environment.STOA_API_KEY_SECRET, 'stoa/sign-in-provider', row.sealed_secret),
      version: `${row.id}/${row.version}`,
    };
  }
}
