import type { RequestOf } from '@stoa/contracts/rpc';
import { type FragmentFields, type RegisterRequest, register, registerQueue } from '@stoa/contracts/users';
import {
  CONSTANTS_SCOPE,
  channelsScope,
  groupsScope,
  realmScope,
  subscribersScope,
  usersScope,
  visibilityRole,
} from '@stoa/fragments';
import type { ComposedAnswer } from '../../http/composed-answer';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext } from '../../http/request-context';
import { Spectators } from '../../http/spectators';
import { FragmentedCalls } from '../../fragments/fragmented-calls';
import { RegisterAdmission } from './register-admission';
import { registerRequest } from './register-request';

@EndpointController()
export class RegisterController {
  constructor(
    private readonly calls: FragmentedCalls,
    private readonly spectators: Spectators,
    private readonly admission: RegisterAdmission,
  ) {}

  @Endpoint(registerQueue)
  async register(ctx: RequestContext, params: RequestOf<typeof registerQueue>): Promise<ComposedAnswer> {
    const realmId = await this.spectators.realmAt(ctx);
    const request = registerRequest(params, {
      realmId,
      isAnonymous: ctx.actor === undefined,
      isBrowser: ctx.http.sessionId !== undefined,
      userAgent: ctx.http.headers['user-agent'],
    });
    // Once admitted, so that registrations that waited for a first one announce what it brought.
    const work = () =>
      this.calls.call(ctx, {
        contract: register,
        scopes: scopesOf(ctx, request),
        request: (fragments) => ({ ...request, ...fragments }),
      });
    return this.admission.run(work, { tenant: realmId, deadlineAt: ctx.deadlineAt });
  }
}

/** Shared parts that the answer can have. */
function scopesOf({ actor }: RequestContext, request: Omit<RegisterRequest, keyof FragmentFields>): string[] {
  const { realm_id: realmId, client_gravatar: clientGravatar, fetch_event_types: types } = request;
  const wants = (type: string): boolean => types === undefined || types.includes(type);
  const viewerRole = actor ? visibilityRole(actor.role) : null;
  const scopes = [CONSTANTS_SCOPE];
  if (wants('realm') || wants('realm_user_settings_defaults')) scopes.push(realmScope(realmId));
  if (wants('realm_user')) {
    scopes.push(usersScope({ realmId, shape: 'registered', viewerRole, clientGravatar, includeProfileData: true }));
  }
  if (wants('realm_user_groups')) scopes.push(groupsScope(realmId));
  if (wants('subscription') || wants('stream')) scopes.push(channelsScope(realmId));
  if (wants('subscription') && request.include_subscribers !== 'false') scopes.push(subscribersScope(realmId));
  return scopes;
}
