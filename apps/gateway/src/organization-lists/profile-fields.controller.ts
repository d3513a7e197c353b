import {
  createProfileField,
  deleteProfileField,
  listProfileFields,
  reorderProfileFields,
  updateProfileField,
} from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import {
  CreateProfileFieldParams,
  ProfileFieldParams,
  ReorderProfileFieldsParams,
  UpdateProfileFieldParams,
  profileFieldValues,
} from './profile-fields.params';

const bad = (msg: string) => ({ code: 'BAD_REQUEST', msg });
const NOT_ADMINISTRATOR = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' };
const NOT_FOUND = bad('Field id 7 not found.');
const VALUE_ERRORS = [
  bad('Only 2 custom profile fields can be displayed in the profile summary.'),
  bad('Field must have at least one choice.'),
  bad("'value' cannot be blank."),
  bad('Field must not have duplicate choices.'),
  bad('field_data["text"] cannot be blank.'),
  bad('subtype key is missing from field_data'),
  bad('Custom external account must define URL pattern'),
  bad('Invalid external account type'),
  bad("URL pattern must contain '%(username)s'."),
  bad('field_data["url_pattern"] is not a URL'),
  bad('Label cannot be blank.'),
  bad('name is too long (limit: 40 characters)'),
  bad('hint is too long (limit: 80 characters)'),
  bad('Field type not supported for display in profile summary.'),
  bad('A field with that label already exists.'),
];

/** Custom profile fields (organization.md 8). */
@EndpointController()
export class ProfileFieldsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'GET',
    path: 'realm/profile_fields',
    summary: 'Get all custom profile fields',
    tag: 'Organization',
    auth: 'user',
    response: listProfileFields.response,
  })
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listProfileFields, ctx, {});
  }

  @Endpoint({
    method: 'POST',
    path: 'realm/profile_fields',
    summary: 'Create a custom profile field',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: CreateProfileFieldParams,
    response: createProfileField.response,
    errors: [NOT_ADMINISTRATOR, ...VALUE_ERRORS, bad('Invalid field type.')],
  })
  create(ctx: UserContext, params: CreateProfileFieldParams): Promise<Buffer> {
    const { fieldType } = params;
    return this.rpc.callRaw(createProfileField, ctx, { fieldType, values: profileFieldValues(params) });
  }

  @Endpoint({
    method: 'PATCH',
    path: 'realm/profile_fields/{field_id}',
    summary: 'Change a custom profile field',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: UpdateProfileFieldParams,
    response: updateProfileField.response,
    errors: [NOT_ADMINISTRATOR, NOT_FOUND, bad('Default custom field cannot be updated.'), ...VALUE_ERRORS],
  })
  update(ctx: UserContext, params: UpdateProfileFieldParams): Promise<Buffer> {
    return this.rpc.callRaw(updateProfileField, ctx, { id: params.id, values: profileFieldValues(params) });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'realm/profile_fields/{field_id}',
    summary: 'Delete a custom profile field',
    description: 'The values that users have go with it.',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: ProfileFieldParams,
    response: deleteProfileField.response,
    errors: [NOT_ADMINISTRATOR, NOT_FOUND],
  })
  delete(ctx: UserContext, { id }: ProfileFieldParams): Promise<Buffer> {
    return this.rpc.callRaw(deleteProfileField, ctx, { id });
  }

  @Endpoint({
    method: 'PATCH',
    path: 'realm/profile_fields',
    summary: 'Reorder custom profile fields',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: ReorderProfileFieldsParams,
    response: reorderProfileFields.response,
    errors: [NOT_ADMINISTRATOR, bad('Invalid order mapping.')],
  })
  reorder(ctx: UserContext, { order }: ReorderProfileFieldsParams): Promise<Buffer> {
    return this.rpc.callRaw(reorderProfileFields, ctx, { order });
  }
}
