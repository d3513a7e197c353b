import { Global, Module, OnApplicationShutdown } from '@nestjs/common';
import { AccessibleUsersRepository } from '@stoa/directory';
import { LOGGER, type Logger, Metrics } from '@stoa/observability';
import { AccessibleMentions } from './accessible-mentions';
import { Descriptions } from './descriptions';
import { RenderPool } from './render-pool';
import { Rendering } from './rendering';

/** Two texts at a time, one of an organization: its hostile ones wait for each other, and the CPUs of a pod have other work. */
const POOL = { threads: 2, threadsPerRealm: 1, deadlineMs: 5_000, longestWaitMs: 2_000 };

/** Gives every module of a service {@link Rendering} and what it is asked with. Threads start when they are first needed. */
@Global()
@Module({
  providers: [
    AccessibleMentions,
    AccessibleUsersRepository,
    Descriptions,
    { provide: RenderPool, useFactory: () => new RenderPool(POOL) },
    {
      provide: Rendering,
      inject: [RenderPool, LOGGER, Metrics],
      useFactory: (pool: RenderPool, log: Logger, metrics: Metrics) => new Rendering({ pool, log, metrics }),
    },
  ],
  exports: [AccessibleMentions, Descriptions, Rendering],
})
export class RenderingModule implements OnApplicationShutdown {
  constructor(private readonly pool: RenderPool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}
