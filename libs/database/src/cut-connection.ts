import type { Client } from 'pg';

/** Ends a connection without waiting for what it was asked: all of that fails. */
export function cutConnection(client: Client): void {
  client.end(() => undefined);
  // A pipelined one would wait for its answers.
  client.connection.stream.destroy();
}
