import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { eventOf } from '@stoa/contracts/events';
import {
  type ProfileFieldObject,
  type ProfileFieldValues,
  createProfileField,
  deleteProfileField,
  listProfileFields,
  reorderProfileFields,
  updateProfileField,
} from '@stoa/contracts/organization';
import { WriteTransaction, isUniqueViolation, setKeys } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
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

  @Handles(listProfileFields)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listProfileFields>> {
    return { custom_fields: (await this.repository.list(actor.realmId)).map(profileFieldObject) };
  }

  @Handles(createProfileField)
  async create(
    ctx: ActorContext,
    request: RequestOf<typeof createProfileField>,
  ): Promise<RpcResponse<typeof createProfileField>> {
    const { field_type, display_in_profile_summary = false, required = false, editable_by_user = true } = request;
    const { name = '', hint = '', field_data: data = {}, use_for_user_matching = false } = request;
    return this.change(ctx, async (tx) => {
      if (display_in_profile_summary) checkSummary(await this.repository.listIn(tx));
      const text = checkProfileField({
        ...{ field_type, name, hint, data, display_in_profile_summary, use_for_user_matching },
      });
      const flags = { required, editable_by_user, display_in_profile_summary, use_for_user_matching };
      return { id: await this.repository.insert(tx, { ...text, field_type, ...flags }) };
    });
  }

  /** @throws DomainError `Field id {id} not found.` */
  @Handles(updateProfileField)
  async update(ctx: ActorContext, { field_id: id, ...values }: RequestOf<typeof updateProfileField>): Promise<void> {
    await this.change(ctx, async (tx) => {
      const fields = await this.repository.listIn(tx);
      const field = fields.find((candidate) => candidate.id === id);
      if (!field) throw notFound(id);
      if (values.display_in_profile_summary && !field.display_in_profile_summary) checkSummary(fields);
      const changed = changedField(field, values);
      await this.repository.update(tx, changed);
      const dropped = droppedOptions(field.field_data, changed.field_data);
      if (field.field_type === SELECT && dropped.length > 0) {
        this.bumpUsers(tx, await this.repository.deleteValues(tx, id, dropped));
      }
    });
  }

  @Handles(deleteProfileField)
  async delete(ctx: ActorContext, { field_id: id }: RequestOf<typeof deleteProfileField>): Promise<void> {
    await this.change(ctx, async (tx) => {
      if (!(await this.repository.listIn(tx)).some((field) => field.id === id)) throw notFound(id);
      this.bumpUsers(tx, await this.repository.delete(tx, id));
    });
  }

  /** `order` names all fields, each once; ids of others are ignored. */
  @Handles(reorderProfileFields)
  async reorder(ctx: ActorContext, { order }: RequestOf<typeof reorderProfileFields>): Promise<void> {
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
    editable_by_user: values.editable_by_user ?? field.editable_by_user,
    display_in_profile_summary: values.display_in_profile_summary ?? field.display_in_profile_summary,
    use_for_user_matching: values.use_for_user_matching ?? field.use_for_user_matching,
  };
  const name = values.name ?? field.name;
  const hint = values.hint ?? field.hint;
  if (defaultExternalAccount(field.field_type, dataOf(field.field_data))) {
    const data = values.field_data === undefined ? field.field_data : JSON.stringify(values.field_data);
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
    field_type: field.field_type,
    name,
    hint,
    data: values.field_data ?? dataOf(field.field_data),
    display_in_profile_summary: flags.display_in_profile_summary,
    use_for_user_matching: flags.use_for_user_matching,
  });
  return { ...field, ...text, ...flags };
}

/** As clients see it: `display_in_profile_summary` and `use_for_user_matching` only where they are true. */
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
    ...(row.use_for_user_matching ? { use_for_user_matching: true as const } : {}),
  };
}
