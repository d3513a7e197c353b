import type { DocumentedError } from '@stoa/contracts';
import { deactivateRealm, testWelcomeMessage, updateRealm } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { updateRealmRequest } from './realm-update-request';
import { DeactivateRealmParams, TestWelcomeMessageParams, UpdateRealmParams } from './update-realm.params';

const error = (msg: string, code = 'BAD_REQUEST'): DocumentedError => ({ code, msg });

/** The organization's own settings (organization.md 4, 13, 14). */
@EndpointController()
export class RealmSettingsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'PATCH',
    path: 'realm',
    summary: 'Update the organization',
    description:
      'Only what is sent is looked at. Texts that changed are reported as `updated`, everything else as its new value.',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: UpdateRealmParams,
    response: updateRealm.response,
    errors: [
      error('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL'),
      error("Invalid language 'tlh'"),
      error('Invalid video_chat_provider 9'),
      error('Invalid giphy_rating 9'),
      error('jitsi_server_url is not an allowed_type'),
      error("Bad value for 'message_content_edit_limit_seconds': 0", 'REQUEST_VARIABLE_INVALID'),
      error("Invalid authentication method: X. Valid methods are: ['Email']"),
      error('At least one authentication method must be enabled.'),
      error('Invalid channel ID'),
      error('Moderation request channel must be private.'),
      error("'old' value does not match the expected value.", 'EXPECTATION_MISMATCH'),
      error("'can_access_all_users_group' must be a system user group.", 'SYSTEM_GROUP_REQUIRED'),
      error("'can_create_groups' setting cannot be set to 'role:everyone' group."),
      error('Invalid user group'),
      error('Invalid user group ID: 99'),
      error('Invalid user ID: 99'),
      error('User group is deactivated.'),
      error('Must be a demo organization.'),
    ],
  })
  update(ctx: UserContext, params: UpdateRealmParams): Promise<Buffer> {
    return this.rpc.callRaw(updateRealm, ctx, updateRealmRequest(params));
  }

  @Endpoint({
    method: 'POST',
    path: 'realm/deactivate',
    summary: 'Deactivate the organization',
    description: 'Nobody can use it from then on.',
    tag: 'Organization',
    auth: 'user',
    guard: 'owner',
    params: DeactivateRealmParams,
    response: deactivateRealm.response,
    errors: [error('Data deletion time must be at least 14 days in the future.')],
  })
  deactivate(ctx: UserContext, { deletionDelayDays = null }: DeactivateRealmParams): Promise<Buffer> {
    return this.rpc.callRaw(deactivateRealm, ctx, { deletionDelayDays });
  }

  @Endpoint({
    method: 'POST',
    path: 'realm/test_welcome_bot_custom_message',
    summary: 'Try the text for new users',
    description: 'The welcome bot sends it to the caller.',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: TestWelcomeMessageParams,
    response: testWelcomeMessage.response,
    errors: [error('Message must not be empty')],
  })
  testWelcomeMessage(ctx: UserContext, { text }: TestWelcomeMessageParams): Promise<Buffer> {
    return this.rpc.callRaw(testWelcomeMessage, ctx, { text });
  }
}
