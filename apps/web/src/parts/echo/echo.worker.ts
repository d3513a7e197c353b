import { type LocalEcho, echoOf } from './echo';
import type { EchoRequest } from './echo-request';

/** What the page asks, with a number that the answer has, too. */
export interface Asked {
  readonly id: number;
  readonly request: EchoRequest;
}

export interface Answered {
  readonly id: number;
  readonly echo?: LocalEcho;
}

globalThis.addEventListener('message', ({ data: { id, request } }: MessageEvent<Asked>) =>
  postMessage({ id, echo: echoOf(request) } satisfies Answered),
);
