import { TSchema } from '@sinclair/typebox';
import { Mode } from './behaviour';
import { RelayAnswer, badRequest } from './relay-answer';
import { RelayState } from './relay-state';
import { readBody } from './relay-requests';

/** What a handler knows besides the body. */
export interface CallContext {
  state: RelayState;
  mode: Mode;
  /** The authenticated service. */
  serverId: string;
  /** UNIX seconds. */
  now: number;
}

/** An answer, and what it was given for: a call whose every mark was accepted before is a repeat. */
export interface Handled {
  answer: RelayAnswer;
  /** Names what is sent to devices; empty for calls that send nothing. */
  marks?: string[];
  /** The part of the body that is no repeat; the whole of it unless named. */
  accepted?: unknown;
  /** Whom a legacy call notifies. */
  legacyUser?: string;
  /** Whether an earlier call has sent all of it; then it is answered alike and not sent again. */
  isRepeat?: boolean;
}

export type Handler = (body: unknown, context: CallContext) => Handled;

/** A handler for bodies of one shape; others are refused with the field that is wrong. */
export function checked<T extends TSchema>(
  schema: T,
  handle: (body: T['static'], context: CallContext) => RelayAnswer | Handled,
): Handler {
  return (body, context) => {
    const read = readBody(schema, body);
    if ('problem' in read) return { answer: badRequest(read.problem) };
    const handled = handle(read.value, context);
    return 'answer' in handled ? handled : { answer: handled };
  };
}
