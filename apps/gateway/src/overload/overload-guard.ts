import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { UnavailableError } from '@stoa/errors';
import { protocolErrors } from '@stoa/http-params';
import { retryAfterSeconds, tooMuchLoad } from '@stoa/lifecycle';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerSlowRequest } from './broken-connection';
import { BodyBudget, LARGEST_STRANGER_BODY_BYTES, isLargeOfStranger } from './body-budget';
import { Connections } from './connections';
import { HostTenants } from './host-tenants';
import { type Gate, RequestGates } from './request-gates';
import { SlowBodies } from './slow-bodies';
import { LargeForms } from './large-forms';
import { LoopTurns } from './loop-turns';
import { UnreadAnswers } from './unread-answers';

/** Refuses, before anything is known of a request, what its connection or body alone makes too much. */
@Injectable()
export class OverloadGuard {
  constructor(
    private readonly connections: Connections,
    private readonly bodies: BodyBudget,
    private readonly slowBodies: SlowBodies,
    private readonly tenants: HostTenants,
    private readonly gates: RequestGates,
    private readonly unread: UnreadAnswers,
    private readonly largeForms: LargeForms,
    private readonly turns: LoopTurns,
  ) {}

  /**
   * Does the work of a request once there is a place for it.
   * @throws DomainError 429 or UnavailableError when there is none
   */
  admit(request: FastifyRequest, gate: Gate, work: () => Promise<void>): Promise<void> {
    return this.admitTenant(this.tenants.tenantOf(request.host), gate, work);
  }

  /** As {@link admit}, where the organization is known; undefined for none that is. */
  admitTenant(tenant: number | undefined, gate: Gate, work: () => Promise<void>): Promise<void> {
    return this.gates[gate].run(work, { tenant });
  }

  /**
   * Reads a large form, and answers its request, when it is its turn.
   * @throws DomainError 429 or UnavailableError when that does not come in time
   */
  admitLargeForm<T>(request: FastifyRequest, userId: number | undefined, work: () => Promise<T>): Promise<T> {
    const bytes = Buffer.isBuffer(request.body) ? request.body.length : 0;
    return this.largeForms.run({ tenant: this.tenants.tenantOf(request.host), user: userId, bytes }, work);
  }

  /** A turn of the event loop in which no other body with files begins to be taken apart. */
  turn(): Promise<void> {
    return this.turns.next();
  }

  /** To be called when a whole answer was written. */
  noteAnswer(response: ServerResponse): void {
    this.unread.note(response);
  }

  /** To be called before an answer that is sent in pieces, as its reader takes them. */
  watchReader(response: ServerResponse): void {
    this.unread.watch(response);
  }

  attach(fastify: FastifyInstance): void {
    this.connections.attach(fastify.server);
    this.slowBodies.start(({ socket }, response) => {
      this.connections.ended('body');
      if (response.headersSent) socket.destroy();
      else answerSlowRequest(socket);
    });
    fastify.addHook('onRequest', (request, reply, done) => {
      const refusal = this.refusalOf(request, reply.raw);
      if (!refusal) return done();
      if (refusal.mustClose) void reply.header('connection', 'close');
      done(refusal.error);
    });
  }

  private refusalOf(
    { raw, host }: FastifyRequest,
    response: ServerResponse,
  ): { error: Error; mustClose: boolean } | undefined {
    if (this.connections.refusalOf(raw)) {
      const error = new UnavailableError('there are too many connections', { retryAfterSeconds: retryAfterSeconds() });
      return { error, mustClose: true };
    }
    this.slowBodies.watch(raw, response);
    // What comes is dropped as it comes, not collected.
    if (isLargeOfStranger(raw)) {
      return { error: protocolErrors.bodyTooLarge(LARGEST_STRANGER_BODY_BYTES), mustClose: false };
    }
    const lacking = this.bodies.reserve(raw, response, this.tenants.tenantOf(host));
    if (!lacking) return undefined;
    return { error: tooMuchLoad(lacking), mustClose: raw.headers['transfer-encoding'] !== undefined };
  }
}
