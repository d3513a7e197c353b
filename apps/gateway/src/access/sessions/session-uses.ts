import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { recordSessionUses } from '@stoa/contracts/users';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER, type Logger } from '@stoa/observability';
import { RpcClient } from '@stoa/rpc';
import type { SessionHolder } from './session-store';

const EVERY_MS = 10_000;
const CALL_MS = 10_000;
/** A use is noted this long after the one before. */
const NOTED_EVERY_SECONDS = 300;

/** Reports which sessions are in use, some minutes late at most, a call at a time for all of them. */
@Injectable()
export class SessionUses extends PeriodicJob {
  private used = new Set<number>();

  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'uses of sessions could not be recorded', everyMs: EVERY_MS, marksWork: false }, log);
  }

  note({ sessionId, unnotedSeconds }: Pick<SessionHolder, 'sessionId' | 'unnotedSeconds'>): void {
    if (unnotedSeconds >= NOTED_EVERY_SECONDS) this.used.add(sessionId);
  }

  async round(): Promise<void> {
    if (this.used.size === 0) return;
    const session_ids = [...this.used];
    this.used = new Set();
    await this.rpc.call(
      recordSessionUses,
      { requestId: randomUUID(), deadlineAt: Date.now() + CALL_MS },
      { session_ids },
    );
  }
}
