import { Actor } from '@stoa/contracts/rpc';

/** What travels with every call: whose request it serves and until when its answer is of use. */
export interface CallContext {
  /** From the edge; the same in every log line that belongs to the request. */
  requestId: string;
  /** Milliseconds since the epoch. Nothing is begun after it. */
  deadlineAt: number;
  /** Absent for unauthenticated requests and internal work. */
  actor?: Actor;
  /** The same call was sent before, and may have been served. Only of contracts that are told of repetitions. */
  isRepetition?: true;
}

/** A context whose actor is known; endpoints behind authentication take this. */
export interface ActorContext extends CallContext {
  actor: Actor;
}

/** JSON text that is already serialised: goes out as it is, without being parsed and built again. */
export class RawJson {
  constructor(readonly text: string | Buffer) {}
}
