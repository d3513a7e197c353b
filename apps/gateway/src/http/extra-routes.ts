import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** Registers routes that are no endpoints of the API. */
export interface RouteSet {
  register(fastify: FastifyInstance): void;
}

/** Routes other than the endpoints: modules that have some add them while they start. */
@Injectable()
export class ExtraRoutes {
  private readonly sets: RouteSet[] = [];

  add(set: RouteSet): void {
    this.sets.push(set);
  }

  register(fastify: FastifyInstance): void {
    for (const set of this.sets) set.register(fastify);
  }
}
