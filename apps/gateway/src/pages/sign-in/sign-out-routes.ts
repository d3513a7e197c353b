import { Injectable } from '@nestjs/common';
import { closeCurrentSession } from '@stoa/contracts/users';
import { methodNotAllowed } from '@stoa/http-params';
import { safeNext } from '@stoa/policy';
import { RpcClient } from '@stoa/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../../access/authentication/actor-of';
import { RealmLookup } from '../../access/realms/realm-lookup';
import { noSessionCookie } from '../../access/sessions/session-cookie';
import { sessionClientName } from '../../http/client-name';
import { GuardedRoutes } from '../../http/guarded-routes';
import { formFields } from '../../http/request-body';
import { LARGEST_STRANGER_BODY_BYTES } from '../../overload/body-budget';
import { PageRequests, redirect } from '../page-requests';

/** The form that signs a browser out (identity.md 1.3). Opening its address changes nothing: other sites could lead there. */
@Injectable()
export class SignOutRoutes {
  constructor(
    private readonly requests: PageRequests,
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly routes: GuardedRoutes,
  ) {}

  register(fastify: FastifyInstance): void {
    const route = {
      methods: ['GET', 'HEAD', 'POST'],
      urls: ['/accounts/logout', '/accounts/logout/'],
      gate: 'requests',
      bodyLimit: LARGEST_STRANGER_BODY_BYTES,
      failure: 'a browser could not be signed out',
    } as const;
    this.routes.add(fastify, route, (request, reply) => this.serve(request, reply));
  }

  private async serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.method !== 'POST') {
      const { status, headers, body } = methodNotAllowed(['POST']);
      await reply
        .code(status)
        .headers({ ...headers, 'content-type': 'application/json' })
        .send(body);
      return;
    }
    this.requests.refuseForeign(request);
    const holder = await this.requests.holderOf(request);
    let providerUrl: string | undefined;
    if (holder) {
      const ctx = { ...this.requests.contextOf(request), actor: actorOf(holder, this.realms, sessionClientName('')) };
      const closed = await this.rpc.call(closeCurrentSession, ctx, { current_session_id: holder.sessionId });
      providerUrl = closed.provider_url;
    }
    void reply.header('set-cookie', noSessionCookie(this.requests.isSecure));
    if (providerUrl !== undefined) return redirect(reply, providerUrl);
    const next = safeNext(formFields(request).next, this.requests.originOf(request)) ?? '/';
    await redirect(reply, next === '/' ? '/login/' : `/login/?next=${encodeURIComponent(next)}`);
  }
}
