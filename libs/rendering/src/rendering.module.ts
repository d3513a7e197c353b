import { Global, Module, OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@stoa/observability';
import { RenderPool } from './render-pool';
import { Rendering } from './rendering';

/** Two texts at a time: hostile ones wait for each other, and the CPUs of a pod have other work. */
const POOL = { threads: 2, deadlineMs: 5_000, longestWaitMs: 2_000 };

/** Gives every module of a service {@link Rendering}. Threads start when they are first needed. */
@Global()
@Module({
  providers: [
    { provide: RenderPool, useFactory: () => new RenderPool(POOL) },
    {
      provide: Rendering,
      inject: [RenderPool, LOGGER],
      useFactory: (pool: RenderPool, log: Logger) => new Rendering(pool, log),
    },
  ],
  exports: [Rendering],
})
export class RenderingModule implements OnApplicationShutdown {
  constructor(private readonly pool: RenderPool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}
