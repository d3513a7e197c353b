import { DomainError, RegisterRequest, RegisterResponseSchema, register } from '@stoa/contracts';
import { subscribersScope, usersScope, visibilityRole } from '@stoa/fragments';
import { NOT_LOGGED_IN, unauthorized } from '../authentication/basic-credentials';
import type { ComposedAnswer } from '../http/composed-answer';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { RequestContext } from '../http/request-context';
import { RealmLookup } from '../realms/realm-lookup';
import { RopeCaller } from '../ropes/rope-caller';
import { RegisterAdmission } from './register-admission';
import { registerRequest } from './register-request';
import { RegisterParams } from './register.params';

@EndpointController()
export class RegisterController {
  constructor(
    private readonly ropes: RopeCaller,
    private readonly realms: RealmLookup,
    private readonly admission: RegisterAdmission,
  ) {}

  @Endpoint({
    method: 'POST',
    path: 'register',
    summary: 'Register an event queue and get the state',
    description: 'The answer is what the client needs to begin with; the queue delivers every change after it.',
    tag: 'Events',
    auth: 'optional',
    params: RegisterParams,
    response: RegisterResponseSchema,
    deadlineMs: 14_000,
    errors: [
      { code: 'BAD_REQUEST', msg: 'User not authorized for this query' },
      { code: 'BAD_REQUEST', msg: 'Operator near not supported.' },
      { code: 'BAD_REQUEST', msg: 'Operand followed not supported.' },
      { code: 'BAD_REQUEST', msg: "Invalid 'client_gravatar' parameter for anonymous request" },
      { code: 'BAD_REQUEST', msg: "Invalid 'include_subscribers' parameter for anonymous request" },
      { code: 'NONEXISTENT_SUBDOMAIN', msg: 'Invalid subdomain', status: 404 },
      { code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit', status: 429 },
    ],
  })
  async register(ctx: RequestContext, params: RegisterParams): Promise<ComposedAnswer> {
    const realmId = ctx.actor?.realmId ?? (await this.spectatorRealm(ctx));
    const request = registerRequest(params, {
      realmId,
      isAnonymous: ctx.actor === undefined,
      userAgent: ctx.http.headers['user-agent'],
    });
    // Once admitted, so that registrations that waited for a first one announce what it brought.
    const work = () =>
      this.ropes.call(ctx, {
        contract: register,
        scopes: scopesOf(ctx, request),
        request: (known) => ({ ...request, known }),
      });
    return this.admission.run(work, { tenant: realmId, deadlineAt: ctx.deadlineAt });
  }

  private async spectatorRealm(ctx: RequestContext): Promise<number> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw new DomainError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain', { status: 404 });
    if (!realm.isSpectatorAccessEnabled) throw unauthorized(NOT_LOGGED_IN);
    return realm.id;
  }
}

/** Shared parts that the answer can have. */
function scopesOf({ actor }: RequestContext, request: Omit<RegisterRequest, 'known'>): string[] {
  const { realmId, clientGravatar, fetchEventTypes, includeSubscribers } = request;
  const wants = (type: string): boolean => fetchEventTypes === null || fetchEventTypes.includes(type);
  const viewerRole = actor ? visibilityRole(actor.role) : null;
  const scopes: string[] = [];
  if (wants('realm_user')) {
    scopes.push(usersScope({ realmId, shape: 'registered', viewerRole, clientGravatar, includeProfileData: true }));
  }
  if (wants('subscription') && includeSubscribers !== 'false') scopes.push(subscribersScope(realmId));
  return scopes;
}
