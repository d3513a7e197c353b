import { createParser } from 'eventsource-parser';
import { RequestFailed } from '../api/failures';
import type { PolledEvent } from '../store/apply';

/** Gets what has come; no more is read before it is done. */
export type TakeEvents = (events: readonly PolledEvent[]) => Promise<void>;

function isPolled(value: unknown): value is PolledEvent {
  return typeof value === 'object' && value !== null && 'id' in value && 'type' in value;
}

/**
 * Takes apart a stream of events, until it ends.
 * @throws RequestFailed when the connection breaks; the signal's reason when it is aborted
 */
export async function readStream(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: TakeEvents,
  signal: AbortSignal,
): Promise<void> {
  const arrived: PolledEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      // What has a name is no event of the queue: a heartbeat.
      if (event !== undefined) return;
      const value: unknown = JSON.parse(data);
      if (!isPolled(value)) throw new Error('a stream brought something that is no event');
      arrived.push(value);
    },
  });
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  const next = async (): Promise<string | undefined> => {
    try {
      return (await reader.read()).value;
    } catch (error) {
      if (signal.aborted) throw error;
      throw new RequestFailed('the connection broke', { cause: error });
    }
  };
  try {
    for (let text = await next(); text !== undefined; text = await next()) {
      parser.feed(text);
      await take(arrived.splice(0));
    }
  } finally {
    // Whoever reads on would hold the connection.
    reader.cancel().catch(() => undefined);
  }
}
