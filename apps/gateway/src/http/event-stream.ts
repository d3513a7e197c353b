const MEDIA_TYPE = 'text/event-stream';

/** What a stream begins with: a client whose stream has ended comes back after so many milliseconds. */
export const STREAM_START = 'retry: 200\n\n';
/** Tells that the connection lives. Without an id: where the client goes on from stays what it is. */
export const STREAM_HEARTBEAT = 'event: heartbeat\ndata: {"type":"heartbeat"}\n\n';

/** One event as it is written to a stream. @param json the whole event, in one line */
export function streamedEvent(id: number, json: string): string {
  return `id: ${id}\ndata: ${json}\n\n`;
}

/** Whether a header Accept names streams of events among what is wanted. */
export function wantsEventStream(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === MEDIA_TYPE && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

/** The id in a header Last-Event-ID; undefined if there is none that could be of an event. */
export function lastEventIdOf(header: string | readonly string[] | undefined): number | undefined {
  return typeof header === 'string' && /^(?:-1|\d{1,15})$/.test(header) ? Number(header) : undefined;
}
