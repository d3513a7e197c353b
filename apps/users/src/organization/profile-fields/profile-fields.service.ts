import { Injectable } from '@nestjs/common';
import { ProfileFieldObject, ProfileFieldValues, badRequest } from '@stoa/contracts';
import { eventOf } from '@stoa/contracts/events';
import { WriteTransaction, isUniqueViolation, setKeys } from '@stoa/database';
import type { ActorContext } from '@stoa/rpc';
import { OrganizationWrites } from '../organization-writes/organization-writes';
import {
  MOST_SUMMARY_FIELDS,
  checkProfileField,
  dataOf,
  defaultExternalAccount,
  droppedOptions,
} from './profile-field-rules';
import { ProfileFieldRow } from '../../shared/realm-facts/profile-field-row';
import { ProfileFieldsRepository } from './profile-fields.repository';

const NAME_TAKEN = 'A field with that label already exists.';

/** Which custom fields the profiles of an organization have (organization.md 8). */
@Injectable()
export class ProfileFieldsService {
  constructor(
    private readonly repository: ProfileFieldsRepository,
    private readonly writes: OrganizationWrites,
  ) {}

  async list({ actor }: ActorContext): Promise<ProfileFieldObject[]> {
    return (await this.repository.list(actor.realmId)).map(profileFieldObject);
  }

  /** @returns the id of the field */
  async create(ctx: ActorContext, type: number, values: ProfileFieldValues): Promise<number> {
    return this.change(ctx, async (tx) => {
      const displayInProfileSummary = values.displayInProfileSummary ?? false;
      if (displayInProfileSummary) checkSummary(await this.repository.listIn(tx));
      const { name = '', hint = '', fieldData: data = {} } = values;
      const text = checkProfileField({ type, name: name.trim(), hint: hint.trim(), data, displayInProfileSummary });
      return this.repository.insert(tx, {
        name: text.name,
        hint: text.hint,
        field_type: type,
        field_data: text.fieldData,
        required: values.required ?? false,
        editable_by_user: values.editableByUser ?? true,
        display_in_profile_summary: displayInProfileSummary,
      });
    });
  }

  /** @throws DomainError `Field id {id} not found.` */
  async update(ctx: ActorContext, id: number, values: ProfileFieldValues): Promise<void> {
    await this.change(ctx, async (tx) => {
      const fields = await this.repository.listIn(tx);
      const field = fields.find((candidate) => candidate.id === id);
      if (!field) throw notFound(id);
      if (values.displayInProfileSummary && !field.display_in_profile_summary) checkSummary(fields);
      const changed = changedField(field, values);
      await this.repository.update(tx, changed);
      const dropped = droppedOptions(field.field_data, changed.field_data);
      if (field.field_type === SELECT && dropped.length > 0) {
        this.bumpUsers(tx, await this.repository.deleteValues(tx, id, dropped));
      }
    });
  }

  async delete(ctx: ActorContext, id: number): Promise<void> {
    await this.change(ctx, async (tx) => {
      if (!(await this.repository.listIn(tx)).some((field) => field.id === id)) throw notFound(id);
      this.bumpUsers(tx, await this.repository.delete(tx, id));
    });
  }

  /** @param order ids of all fields, each once; others are not looked at */
  async reorder(ctx: ActorContext, order: readonly number[]): Promise<void> {
    await this.change(ctx, async (tx) => {
      const fields = await this.repository.listIn(tx);
      const places = new Set(order);
      if (!fields.every(({ id }) => places.has(id))) throw badRequest('Invalid order mapping.');
      await this.repository.reorder(tx, order);
    });
  }

  /** Values are part of the users' objects. */
  private bumpUsers(tx: WriteTransaction, userIds: readonly number[]): void {
    if (userIds.length > 0) tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids: userIds });
  }

  private async change<T>(ctx: ActorContext, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    try {
      return await this.writes.run(ctx, async (tx, audience) => {
        const result = await work(tx);
        tx.bump(setKeys.realmSettings(tx.realmId));
        const fields = (await this.repository.listIn(tx)).map(profileFieldObject);
        tx.emit(eventOf('custom_profile_fields', { fields }, audience));
        return result;
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw badRequest(NAME_TAKEN);
      throw error;
    }
  }
}

const SELECT = 3;

function checkSummary(fields: readonly ProfileFieldRow[]): void {
  const shown = fields.filter((field) => field.display_in_profile_summary).length;
  if (shown >= MOST_SUMMARY_FIELDS) {
    throw badRequest('Only 2 custom profile fields can be displayed in the profile summary.');
  }
}

function notFound(id: number): Error {
  return badRequest(`Field id ${id} not found.`);
}

/** The field after the change, checked. */
function changedField(field: ProfileFieldRow, values: ProfileFieldValues): ProfileFieldRow {
  const flags = {
    required: values.required ?? field.required,
    editable_by_user: values.editableByUser ?? field.editable_by_user,
    display_in_profile_summary: values.displayInProfileSummary ?? field.display_in_profile_summary,
  };
  const name = values.name?.trim() ?? field.name;
  const hint = values.hint?.trim() ?? field.hint;
  if (defaultExternalAccount(field.field_type, dataOf(field.field_data))) {
    const data = values.fieldData === undefined ? field.field_data : JSON.stringify(values.fieldData);
    const isSame =
      name === field.name &&
      hint === field.hint &&
      data === field.field_data &&
      flags.required === field.required &&
      flags.editable_by_user === field.editable_by_user;
    if (!isSame) throw badRequest('Default custom field cannot be updated.');
    return { ...field, ...flags };
  }
  const text = checkProfileField({
    type: field.field_type,
    name,
    hint,
    data: values.fieldData ?? dataOf(field.field_data),
    displayInProfileSummary: flags.display_in_profile_summary,
  });
  return { ...field, name: text.name, hint: text.hint, field_data: text.fieldData, ...flags };
}

/** As clients see it: `display_in_profile_summary` only where it is true. */
function profileFieldObject(row: ProfileFieldRow): ProfileFieldObject {
  return {
    id: row.id,
    name: row.name,
    type: row.field_type,
    hint: row.hint,
    field_data: row.field_data,
    order: row.position,
    required: row.required,
    editable_by_user: row.editable_by_user,
    ...(row.display_in_profile_summary ? { display_in_profile_summary: true as const } : {}),
  };
}
