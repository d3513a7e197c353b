import { Injectable } from '@nestjs/common';
import { beginZoomConnection, finishZoomConnection, joinBigBlueButtonCall } from '@stoa/contracts/server';
import { type ActorContext, RpcClient } from '@stoa/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerTexts } from '../../access/answer-language';
import { actorOf } from '../../access/authentication/actor-of';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { RealmLookup } from '../../access/realms/realm-lookup';
import { sessionClientName } from '../../http/client-name';
import { GuardedRoutes } from '../../http/guarded-routes';
import { page, pageHeaders } from '../page';
import { PageRequests, pageQuery, redirect } from '../page-requests';

type Serve = (request: FastifyRequest, reply: FastifyReply, ctx: ActorContext) => Promise<void>;

/** Addresses that lead browsers of people who are signed in to video calls (organization.md 17), and to Zoom and back. */
@Injectable()
export class VideoCallRoutes {
  constructor(
    private readonly requests: PageRequests,
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
    private readonly routes: GuardedRoutes,
  ) {}

  register(fastify: FastifyInstance): void {
    const add = (path: string, serve: Serve): void => {
      const urls = [path, `${path}/`];
      const route = { methods: ['GET'], urls, gate: 'requests', failure: 'nobody could join a video call' } as const;
      this.routes.add(fastify, route, (request, reply) => this.signedIn(request, reply, serve));
    };
    add('/calls/bigbluebutton/join', async (request, reply, ctx) => {
      const call = pageQuery(request).get('bigbluebutton') ?? '';
      await redirect(reply, (await this.rpc.call(joinBigBlueButtonCall, ctx, { call })).url);
    });
    add('/calls/zoom/register', async (_request, reply, ctx) => {
      await redirect(reply, (await this.rpc.call(beginZoomConnection, ctx, {})).url);
    });
    add('/calls/zoom/complete', async (request, reply, ctx) => {
      await this.rpc.call(finishZoomConnection, ctx, { query: pageQuery(request).toString() });
      const { tag, write } = answerTexts(request);
      const text = write('page.zoomConnectedText');
      await reply.headers(pageHeaders(tag)).send(page(tag, { title: write('page.zoomConnected'), text }));
    });
  }

  /** Others sign in first, and come back. */
  private async signedIn(request: FastifyRequest, reply: FastifyReply, serve: Serve): Promise<void> {
    const holder = await this.requests.holderOf(request);
    if (!holder) return redirect(reply, `/login/?next=${encodeURIComponent(request.url)}`);
    await this.limits.countUser(holder.userId);
    const actor = actorOf(holder, this.realms, sessionClientName(''));
    await serve(request, reply, { ...this.requests.contextOf(request), actor });
  }
}
