import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import type { SignInKind, SignInProviderSettings } from '@stoa/policy';

/** What of a provider may be shown. */
export interface SignInProviderRow
  extends Record<string, unknown>, RowOf<'SignInProvider', 'id' | 'name' | 'display_name' | 'display_icon'> {
  kind: SignInKind;
  settings: SignInProviderSettings;
  accounts: number;
}

/** What a sign-in needs to know of a provider. */
export interface UsedProviderRow
  extends Record<string, unknown>, RowOf<'SignInProvider', 'id' | 'name' | 'display_name' | 'sealed_secret'> {
  kind: SignInKind;
  settings: SignInProviderSettings;
  /** Changes whenever the row does. */
  version: string;
}

/** Columns of a provider that are written. */
export interface ProviderColumns {
  displayName: string;
  displayIcon: string | null;
  settings: SignInProviderSettings;
  sealedSecret: Buffer;
}

const COLUMNS = `id, kind, name, display_name, display_icon, settings,
  (SELECT count(*)::int FROM external_identity i WHERE i.provider_id = p.id) AS accounts`;
const USED = `id, kind, name, display_name, settings, sealed_secret,
  (extract(epoch FROM updated_at) * 1000000)::bigint::text AS version`;

/** The identity providers of organizations. */
@Injectable()
export class SignInProvidersRepository {
  constructor(private readonly database: Database) {}

  list(realmId: number): Promise<SignInProviderRow[]> {
    return this.database.query<SignInProviderRow>(
      'sign_in_providers',
      `SELECT ${COLUMNS} FROM sign_in_provider p WHERE realm_id = $1 ORDER BY id`,
      [realmId],
    );
  }

  async one(tx: WriteTransaction, id: number): Promise<SignInProviderRow | undefined> {
    const [row] = await tx.query<SignInProviderRow>(
      `SELECT ${COLUMNS} FROM sign_in_provider p WHERE realm_id = $1 AND id = $2::bigint`,
      [tx.realmId, id],
    );
    return row;
  }

  async usedById(realmId: number, id: number): Promise<UsedProviderRow | undefined> {
    const [row] = await this.database.query<UsedProviderRow>(
      'sign_in_provider_by_id',
      `SELECT ${USED} FROM sign_in_provider WHERE realm_id = $1 AND id = $2::bigint`,
      [realmId, id],
    );
    return row;
  }

  async usedByName(realmId: number, name: string): Promise<UsedProviderRow | undefined> {
    const [row] = await this.database.query<UsedProviderRow>(
      'sign_in_provider_by_name',
      `SELECT ${USED} FROM sign_in_provider WHERE realm_id = $1 AND name = $2`,
      [realmId, name],
    );
    return row;
  }

  usedOfKind(realmId: number, kind: SignInKind): Promise<UsedProviderRow[]> {
    return this.database.query<UsedProviderRow>(
      'sign_in_providers_of_kind',
      `SELECT ${USED} FROM sign_in_provider WHERE realm_id = $1 AND kind = $2 ORDER BY id`,
      [realmId, kind],
    );
  }

  /** @throws a unique violation for a name that the organization has */
  async insert(tx: WriteTransaction, kind: SignInKind, name: string, columns: ProviderColumns): Promise<number> {
    const [row] = await tx.query<RowOf<'SignInProvider', 'id'>>(
      `INSERT INTO sign_in_provider (realm_id, kind, name, display_name, display_icon, settings, sealed_secret)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [tx.realmId, kind, name, ...valuesOf(columns)],
    );
    if (!row) throw new Error('a provider was not inserted');
    return row.id;
  }

  /** @param sealedSecret null leaves it as it is */
  async update(
    tx: WriteTransaction,
    id: number,
    { displayName, displayIcon, settings }: Omit<ProviderColumns, 'sealedSecret'>,
    sealedSecret: Buffer | null,
  ): Promise<void> {
    await tx.query(
      `UPDATE sign_in_provider SET display_name = $3, display_icon = $4, settings = $5,
         sealed_secret = COALESCE($6, sealed_secret), updated_at = clock_timestamp()
       WHERE realm_id = $1 AND id = $2`,
      [tx.realmId, id, displayName, displayIcon, JSON.stringify(settings), sealedSecret],
    );
  }

  /** @returns whether there was one */
  async delete(tx: WriteTransaction, id: number): Promise<boolean> {
    const rows = await tx.query<RowOf<'SignInProvider', 'id'>>(
      'DELETE FROM sign_in_provider WHERE realm_id = $1 AND id = $2::bigint RETURNING id',
      [tx.realmId, id],
    );
    return rows.length > 0;
  }
}

function valuesOf({ displayName, displayIcon, settings, sealedSecret }: ProviderColumns): unknown[] {
  return [displayName, displayIcon, JSON.stringify(settings), sealedSecret];
}
