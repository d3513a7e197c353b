import { Redis } from 'ioredis';

/**
 * A connection to one server whose commands of one turn of the event loop leave in one write.
 *
 * The client library's auto-pipelining does that as well, but makes a pipeline for each turn. Each pipeline has an accessor of its
 * own, and what describes accessors is among the objects that live long. So no collection of young objects takes a pipeline, nor
 * what it holds, such as the texts of commands and replies: collections of the whole heap came one after the other
 * (docs/decisions/085-what-garbage-costs.md).
 */
export class BatchingRedis extends Redis {
  /** Holds back what is written to it until the end of the turn. */
  private corked: Redis['stream'] | undefined;

  override sendCommand(...command: Parameters<Redis['sendCommand']>): unknown {
    this.cork();
    return super.sendCommand(...command);
  }

  private cork(): void {
    const { stream } = this;
    // Not connected yet, or held back already.
    if (!stream || stream === this.corked) return;
    this.corked = stream;
    stream.cork();
    // After a loss of the connection `stream` is another one by then.
    setImmediate(() => {
      if (this.corked === stream) this.corked = undefined;
      stream.uncork();
    });
  }
}
