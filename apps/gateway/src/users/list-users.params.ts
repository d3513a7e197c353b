import { BooleanParam, IntegerListParam } from '@stoa/http-params';

export class ListUsersParams {
  @BooleanParam({
    name: 'client_gravatar',
    default: true,
    doc: 'Leave out avatars that the client can compute from the address.',
  })
  clientGravatar!: boolean;

  @BooleanParam({
    name: 'include_custom_profile_fields',
    default: false,
    doc: 'Whether humans carry `profile_data`.',
  })
  includeCustomProfileFields!: boolean;

  @IntegerListParam({ name: 'user_ids', optional: true, doc: 'Only these users; unknown IDs are skipped.' })
  userIds?: number[];
}
