import { Type } from '@sinclair/typebox';
import { ProfileFieldValues } from '@stoa/contracts';
import { BooleanParam, IntegerListParam, IntegerParam, JsonParam, StringParam } from '@stoa/http-params';

const FIELD_DATA = Type.Record(Type.String(), Type.Unknown());

class ProfileFieldValueParams {
  @StringParam({ strip: true, optional: true, doc: 'Label of the field.' })
  name?: string;

  @StringParam({ strip: true, optional: true, doc: 'Help text.' })
  hint?: string;

  @JsonParam(FIELD_DATA, {
    name: 'field_data',
    optional: true,
    doc: 'Options of a list, or kind of an external account.',
  })
  fieldData?: Record<string, unknown>;

  @BooleanParam({ name: 'display_in_profile_summary', optional: true, doc: 'Show it in the short profile.' })
  displayInProfileSummary?: boolean;

  @BooleanParam({ optional: true, doc: 'Ask users for it.' })
  required?: boolean;

  @BooleanParam({ name: 'editable_by_user', optional: true, doc: 'Whether users change it themselves.' })
  editableByUser?: boolean;
}

export class CreateProfileFieldParams extends ProfileFieldValueParams {
  @IntegerParam({ name: 'field_type', doc: 'Type of the field, 1 to 8.' })
  fieldType!: number;
}

export class UpdateProfileFieldParams extends ProfileFieldValueParams {
  @IntegerParam({ name: 'field_id', in: 'path', doc: 'ID of the field.' })
  id!: number;
}

export class ProfileFieldParams {
  @IntegerParam({ name: 'field_id', in: 'path', doc: 'ID of the field.' })
  id!: number;
}

export class ReorderProfileFieldsParams {
  @IntegerListParam({ doc: 'IDs of all fields in the wanted order.' })
  order!: number[];
}

export function profileFieldValues(params: ProfileFieldValueParams): ProfileFieldValues {
  const { name, hint, fieldData, displayInProfileSummary, required, editableByUser } = params;
  return { name, hint, fieldData, displayInProfileSummary, required, editableByUser };
}
