import { Injectable } from '@nestjs/common';
import { DomainError, UnavailableError } from '@stoa/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OverloadGuard } from '../overload/overload-guard';
import { WebClient } from '../web/web-client';
import { PagePlaces } from './page-places';

const TOO_MANY = 429;

/** The web client at every path that is nobody else's, where there is an organization. */
@Injectable()
export class ClientPages {
  constructor(
    private readonly web: WebClient,
    private readonly places: PagePlaces,
    private readonly guard: OverloadGuard,
  ) {}

  /** @returns false if the path is not the client's; nothing was sent then */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (this.web.answerFile(request, reply)) return true;
    if (!this.web.hasPageFor(request)) return false;
    return (await this.isAnswered(request, reply)) || this.web.answerPage(request, reply);
  }

  /** The same for a page that has a route, and a place, of its own. @returns false for programs */
  async answerAtRoute(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    return (await this.places.leadOn(request, reply)) || this.web.answerPage(request, reply);
  }

  /** Whoever cannot be told now whether there is an organization gets the client, which says so and tries again. */
  private async isAnswered(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    let isElsewhere = false;
    try {
      await this.guard.admit(request, 'requests', async () => {
        isElsewhere = await this.places.leadOn(request, reply);
      });
    } catch (error) {
      if (!isForNow(error)) throw error;
    }
    return isElsewhere;
  }
}

function isForNow(error: unknown): boolean {
  return error instanceof UnavailableError || (error instanceof DomainError && error.status === TOO_MANY);
}
