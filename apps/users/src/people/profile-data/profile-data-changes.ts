import { Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/errors';
import { WriteTransaction, setKeys } from '@stoa/database';
import type { ChangeFacts, DirectoryUser, RealmChangeFacts } from '@stoa/directory';
import { mediaProxyKey } from '@stoa/outgoing-http';
import { profileField, refusalOf } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { Descriptions } from '@stoa/rendering';
import { ProfileFieldRow } from '../../shared/realm-facts/profile-field-row';
import { ProfileFieldsRepository } from '../../organization/profile-fields/profile-fields.repository';
import { FieldAuthority } from '../../shared/directory-accounts/field-authority';
import { personChange } from '../../shared/user-set/person-change';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import { UsersEnvironment } from '../../users-environment';
import { ProfileDataRepository, StoredProfileValue } from './profile-data.repository';
import { ProfileValue, checkProfileValue, isRendered } from './profile-value-rules';
import type { ProfileValues } from './said-values';

export interface GivenProfileValue {
  id: number;
  value: ProfileValue;
}

/** Values that differ from those that are there. */
interface StoredChanges {
  changes: readonly { field: ProfileFieldRow; value: string }[];
  /** Whose access decides what links in texts show. */
  author: DirectoryUser;
  /** Of the organization. */
  realmUrl: string;
}

const NOT_EDITABLE = 'You are not allowed to change this field. Contact an administrator to update it.';

/** Changes values of custom profile fields (users.md 5); runs under the realm's exclusive lock. */
@Injectable()
export class ProfileDataChanges {
  constructor(
    private readonly fields: ProfileFieldsRepository,
    private readonly repository: ProfileDataRepository,
    private readonly audiences: UserAudiences,
    private readonly descriptions: Descriptions,
    private readonly authority: FieldAuthority,
    private readonly environment: UsersEnvironment,
  ) {}

  /**
   * Everything is checked before anything is written; what is the same already stays without event.
   * @throws DomainError with the texts of users.md 5
   */
  async update(
    tx: WriteTransaction,
    facts: ChangeFacts,
    target: DirectoryUser,
    data: readonly GivenProfileValue[],
  ): Promise<void> {
    const editable = await this.editableFields(tx, facts);
    const wanted = new Map(
      data.map(({ id, value }) => {
        const field = editable(id);
        return [id, { field, value: checkProfileValue(field, value, (userId) => facts.users.get(userId)) }] as const;
      }),
    );
    const known = await this.repository.valuesOf(tx, target.id);
    const changes = [...wanted.values()].filter(({ field, value }) => known.get(field.id) !== value);
    await this.assertUnmanaged(
      tx,
      target,
      changes.map(({ field }) => field),
    );
    const { realmUrl } = facts.ctx.actor;
    await this.store(tx, facts, target, { changes, author: facts.requester, realmUrl });
  }

  /**
   * Makes values what a directory says, which has the say over them.
   * @param values checked; null: none. Fields that are gone meanwhile are passed over.
   */
  async follow(
    tx: WriteTransaction,
    facts: RealmChangeFacts,
    target: DirectoryUser,
    values: ProfileValues,
    realmUrl: string,
  ): Promise<void> {
    const fields = await this.fields.listIn(tx);
    const known = await this.repository.valuesOf(tx, target.id);
    const given = fields.flatMap((field) => {
      const value = values.get(field.id);
      return value === undefined || value === (known.get(field.id) ?? null) ? [] : [{ field, value }];
    });
    const changes = given.flatMap(({ field, value }) => (value === null ? [] : [{ field, value }]));
    await this.store(tx, facts, target, { changes, author: target, realmUrl });
    const cleared = given.filter(({ value }) => value === null).map(({ field }) => field.id);
    await this.clear(tx, facts, target, cleared);
  }

  /** Values that are not there are passed over. */
  async remove(
    tx: WriteTransaction,
    facts: ChangeFacts,
    target: DirectoryUser,
    fieldIds: readonly number[],
  ): Promise<void> {
    const editable = await this.editableFields(tx, facts);
    const wanted = new Map(fieldIds.map((id) => [id, editable(id)]));
    const known = await this.repository.valuesOf(tx, target.id);
    const removed = [...wanted.values()].filter(({ id }) => known.has(id));
    await this.assertUnmanaged(tx, target, removed);
    await this.clear(
      tx,
      facts,
      target,
      removed.map(({ id }) => id),
    );
  }

  private async store(
    tx: WriteTransaction,
    facts: RealmChangeFacts,
    target: DirectoryUser,
    { changes, author, realmUrl }: StoredChanges,
  ): Promise<void> {
    if (changes.length === 0) return;
    const sources = { ...facts, realmUrl, mediaProxyKey: mediaProxyKey(this.environment) };
    const stored = await Promise.all(
      changes.map(async ({ field, value }): Promise<StoredProfileValue> => {
        const renderedValue = isRendered(field) ? await this.descriptions.html(value, author, sources) : null;
        return { fieldId: field.id, value, renderedValue };
      }),
    );
    await this.repository.store(tx, target.id, stored);
    await this.announce(
      tx,
      facts,
      target,
      stored.map(({ fieldId, value, renderedValue }) => ({
        id: fieldId,
        value,
        ...(renderedValue === null ? {} : { rendered_value: renderedValue }),
      })),
    );
  }

  private async clear(
    tx: WriteTransaction,
    facts: RealmChangeFacts,
    target: DirectoryUser,
    removed: readonly number[],
  ): Promise<void> {
    if (removed.length === 0) return;
    await this.repository.remove(tx, target.id, removed);
    await this.announce(
      tx,
      facts,
      target,
      removed.map((id) => ({ id, value: null })),
    );
  }

  private async editableFields(tx: WriteTransaction, facts: ChangeFacts): Promise<(id: number) => ProfileFieldRow> {
    const fields = new Map((await this.fields.listIn(tx)).map((field) => [field.id, field]));
    const isAdministrator = refusalOf('administrator', facts.requester) === undefined;
    return (id) => {
      const field = fields.get(id);
      if (!field) throw badRequest(`Field id ${id} not found.`);
      if (!field.editable_by_user && !isAdministrator) throw badRequest(NOT_EDITABLE);
      return field;
    };
  }

  /** @throws DomainError for a field that a directory has the say over */
  private assertUnmanaged(
    tx: WriteTransaction,
    target: DirectoryUser,
    fields: readonly ProfileFieldRow[],
  ): Promise<void> {
    const named = new Map(fields.map(({ id, name }) => [profileField(id), name]));
    return this.authority.assertUserMaySetNamed(readerOf(tx), target.id, named);
  }

  private async announce(
    tx: WriteTransaction,
    facts: RealmChangeFacts,
    target: DirectoryUser,
    changes: readonly { id: number; value: string | null; rendered_value?: string }[],
  ): Promise<void> {
    const accessors = await this.audiences.accessorIds(tx, facts, target);
    for (const change of changes) {
      tx.emit(personChange({ user_id: target.id, custom_profile_field: change }, accessors));
    }
    tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids: [target.id] });
  }
}
