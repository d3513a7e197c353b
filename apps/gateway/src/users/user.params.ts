import { Type } from '@sinclair/typebox';
import { BooleanParam, EnumParam, IntegerParam, JsonParam, StringParam } from '@stoa/http-params';
import type { ProfileValueChange } from '@stoa/contracts';
import { Role } from '@stoa/policy';

/** How a single user is shown. */
class ShownUserParams {
  @BooleanParam({
    name: 'client_gravatar',
    default: true,
    doc: 'Leave out an avatar that the client can compute from the address.',
  })
  clientGravatar!: boolean;

  @BooleanParam({
    name: 'include_custom_profile_fields',
    default: false,
    doc: 'Whether a human carries `profile_data`.',
  })
  includeCustomProfileFields!: boolean;
}

export class GetUserParams extends ShownUserParams {
  @IntegerParam({ name: 'user_id', in: 'path', doc: 'ID of the user.' })
  userId!: number;
}

export class GetUserByEmailParams extends ShownUserParams {
  @StringParam({ in: 'path', doc: 'Real address, where the caller may see it, or API email of the user.' })
  email!: string;
}

/** Null clears a value. */
const PROFILE_DATA = Type.Array(
  Type.Object({
    id: Type.Integer(),
    value: Type.Optional(Type.Union([Type.String(), Type.Array(Type.Integer()), Type.Null()])),
  }),
);

/** What may be changed of a user. */
export class UserChangeParams {
  @StringParam({ name: 'full_name', optional: true, doc: 'New name; a blank or unchanged one is ignored.' })
  fullName?: string;

  @EnumParam(Object.values(Role), {
    optional: true,
    text: 'long',
    doc: 'New role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
  })
  role?: number;

  @JsonParam(PROFILE_DATA, { name: 'profile_data', optional: true, doc: 'New values of profile fields.' })
  profileData?: (Omit<ProfileValueChange, 'value'> & { value?: ProfileValueChange['value'] })[];

  @StringParam({
    name: 'new_email',
    optional: true,
    doc: 'New real address; needs a permission that the operator gives.',
  })
  newEmail?: string;
}

export class UpdateUserParams extends UserChangeParams {
  @IntegerParam({ name: 'user_id', in: 'path', doc: 'ID of the user.' })
  userId!: number;
}

export class UpdateUserByEmailParams extends UserChangeParams {
  @StringParam({ in: 'path', doc: 'Real address, where the caller may see it, or API email of the user.' })
  email!: string;
}

export class DeactivateUserParams {
  @IntegerParam({ name: 'user_id', in: 'path', doc: 'ID of the user.' })
  userId!: number;

  @StringParam({
    name: 'deactivation_notification_comment',
    optional: true,
    maxLength: 2000,
    doc: 'Tells the user by mail, with this comment, which may be empty.',
  })
  notificationComment?: string;
}

export class ReactivateUserParams {
  @IntegerParam({ name: 'user_id', in: 'path', doc: 'ID of the user or bot.' })
  userId!: number;
}
