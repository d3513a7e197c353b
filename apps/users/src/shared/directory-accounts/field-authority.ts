import { Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/errors';
import { type FieldSource, type ManagedField, authorityOver, mayReactivate } from '@stoa/policy';
import type { Reader } from '@stoa/read-state-store';
import { DirectoryAccountsRepository } from './directory-accounts.repository';

/** What people call the sources. */
export const DIRECTORY_NAMES: Readonly<Record<Exclude<FieldSource, 'user'>, string>> = {
  scim: 'SCIM',
  ldap: 'LDAP',
  claims: 'single sign-on',
};

/** Keeps people from changing what a directory has the say over (identity.md 4). */
@Injectable()
export class FieldAuthority {
  constructor(private readonly repository: DirectoryAccountsRepository) {}

  /** @throws DomainError that names the field and who manages it */
  assertUserMaySet(reader: Reader, userId: number, fields: readonly ManagedField[]): Promise<void> {
    return this.assertUserMaySetNamed(reader, userId, new Map(fields.map((field) => [field, field])));
  }

  /**
   * @param fields with what people call them
   * @throws DomainError as {@link assertUserMaySet}
   */
  async assertUserMaySetNamed(
    reader: Reader,
    userId: number,
    fields: ReadonlyMap<ManagedField, string>,
  ): Promise<void> {
    if (fields.size === 0) return;
    const rows = await this.repository.ofAccount(reader, userId);
    const managers = rows.map(({ source, managedFields }) => ({ source, fields: managedFields }));
    for (const [field, name] of fields) {
      const authority = authorityOver(field, managers);
      if (authority === 'user') continue;
      throw badRequest(`'${name}' is managed by ${DIRECTORY_NAMES[authority]} and cannot be changed here.`);
    }
  }

  /** @throws DomainError for an account that a directory deactivated */
  async assertUserMayReactivate(reader: Reader, userId: number): Promise<void> {
    const rows = await this.repository.ofAccount(reader, userId);
    const deactivations = rows.filter(({ isDeactivated }) => isDeactivated);
    if (mayReactivate('user', deactivations)) return;
    throw badRequest('The account was deactivated by a directory, which alone can reactivate it.');
  }
}
