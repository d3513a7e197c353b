import { Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/errors';
import { WriteTransaction, setKeys } from '@stoa/database';
import {} from '@stoa/directory';
import type { ChangeFacts, DirectoryUser } from '@stoa/directory';
import { mediaProxyKey } from '@stoa/outgoing-http';
import { refusalOf } from '@stoa/policy';
import { Descriptions } from '@stoa/rendering';
import { ProfileFieldRow } from '../../shared/realm-facts/profile-field-row';
import { ProfileFieldsRepository } from '../../organization/profile-fields/profile-fields.repository';
import { personChange } from '../../shared/user-set/person-change';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import { UsersEnvironment } from '../../users-environment';
import { ProfileDataRepository, StoredProfileValue } from './profile-data.repository';
import { ProfileValue, checkProfileValue, isRendered } from './profile-value-rules';

export interface GivenProfileValue {
  id: number;
  value: ProfileValue;
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
    const changed = await Promise.all(
      [...wanted.values()]
        .filter(({ field, value }) => known.get(field.id) !== value)
        .map(({ field, value }) => this.storedValue(facts, field, value)),
    );
    if (changed.length === 0) return;
    await this.repository.store(tx, target.id, changed);
    await this.announce(
      tx,
      facts,
      target,
      changed.map(({ fieldId, value, renderedValue }) => ({
        id: fieldId,
        value,
        ...(renderedValue === null ? {} : { rendered_value: renderedValue }),
      })),
    );
  }

  /** Values that are not there are passed over. */
  async remove(
    tx: WriteTransaction,
    facts: ChangeFacts,
    target: DirectoryUser,
    fieldIds: readonly number[],
  ): Promise<void> {
    const editable = await this.editableFields(tx, facts);
    const wanted = new Set(fieldIds.map((id) => editable(id).id));
    const known = await this.repository.valuesOf(tx, target.id);
    const removed = [...wanted].filter((id) => known.has(id));
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

  private async announce(
    tx: WriteTransaction,
    facts: ChangeFacts,
    target: DirectoryUser,
    changes: readonly { id: number; value: string | null; rendered_value?: string }[],
  ): Promise<void> {
    const accessors = await this.audiences.accessorIds(tx, facts, target);
    for (const change of changes) {
      tx.emit(personChange({ user_id: target.id, custom_profile_field: change }, accessors));
    }
    tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids: [target.id] });
  }

  private async storedValue(facts: ChangeFacts, field: ProfileFieldRow, value: string): Promise<StoredProfileValue> {
    if (!isRendered(field)) return { fieldId: field.id, value, renderedValue: null };
    const sources = { ...facts, realmUrl: facts.ctx.actor.realmUrl, mediaProxyKey: mediaProxyKey(this.environment) };
    const html = await this.descriptions.html(value, facts.requester, sources);
    return { fieldId: field.id, value, renderedValue: html };
  }
}
