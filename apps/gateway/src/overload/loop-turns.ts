import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Turns of the event loop for work that takes a good part of one: each goes to one asker only, in order. */
@Injectable()
export class LoopTurns {
  private last: Promise<void> = Promise.resolve();

  next(): Promise<void> {
    this.last = this.last.then(() => nextTurn());
    return this.last;
  }
}
