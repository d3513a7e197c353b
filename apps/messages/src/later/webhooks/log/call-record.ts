import type { BOT_CALL_OUTCOMES } from '@stoa/contracts/messages';
import { shownHeaders } from '@stoa/policy';
import type { WebhookCall, WebhookService } from '../webhook-calls.repository';
import { LONGEST_SHOWN_BODY, type RecordedExchange } from './sealed-log';

/** Characters of a request that are recorded: more than is shown, so that it can be sent again. */
const LONGEST_REQUEST = 65_536;
const HIDDEN = '***';

type Headers = Readonly<Record<string, string>>;

/** What happened on the wire. */
export interface WireTrace {
  /** Milliseconds since 1970. */
  startedAt: number;
  durationMs: number;
  /** Null: there was no answer. */
  status: number | null;
  /** Absent: it was no request. */
  requestHeaders?: Headers;
  requestBody: string;
  /** Absent: there was no answer, or it was none of HTTP. */
  answerHeaders?: Headers;
  answerBody: string | null;
}

/** What is remembered of a call. */
export interface CallRecord {
  realmId: number;
  botId: number;
  /** Null: a test. */
  messageId: number | null;
  deliveryId: string;
  trigger: WebhookCall['trigger'];
  attempt: number;
  /** The call whose request was sent again. */
  resendOf: number | null;
  outcome: (typeof BOT_CALL_OUTCOMES)[number];
  url: string;
  startedAt: Date;
  durationMs: number;
  status: number | null;
  failure: string | null;
  /** Null: nobody was called. */
  exchange: RecordedExchange | null;
}

export interface CallEnd {
  outcome: CallRecord['outcome'];
  failure: string | null;
  /** Absent: nobody was called. */
  trace?: WireTrace;
  /** Of a request that was sent again: an answer to it stood in the conversation already. */
  wasSaid?: boolean;
}

/** Without the bot's token, wherever it stands, and without what addresses keep secret. @param now milliseconds */
export function callRecord(
  call: Pick<CallRecord, 'realmId' | 'botId' | 'messageId' | 'deliveryId' | 'trigger' | 'attempt' | 'resendOf'>,
  service: Pick<WebhookService, 'baseUrl' | 'token'>,
  { outcome, failure, trace, wasSaid }: CallEnd,
  now: number,
): CallRecord {
  return {
    ...call,
    outcome,
    failure,
    url: shownUrl(service.baseUrl),
    startedAt: new Date(trace?.startedAt ?? now),
    durationMs: trace?.durationMs ?? 0,
    status: trace?.status ?? null,
    exchange: trace ? { ...exchangeOf(trace, service), ...(wasSaid ? { was_said: true } : {}) } : null,
  };
}

function exchangeOf(
  { requestHeaders, requestBody, answerHeaders, answerBody }: WireTrace,
  { token }: Pick<WebhookService, 'token'>,
): RecordedExchange {
  const request = withoutToken(requestBody, token);
  return {
    request_headers: shownHeaders(requestHeaders ?? {}, [token]),
    request_body: request.slice(0, LONGEST_REQUEST),
    is_whole: requestHeaders !== undefined && request.length <= LONGEST_REQUEST,
    answer_headers: answerHeaders ? shownHeaders(answerHeaders, [token]) : null,
    answer_body: answerBody === null ? null : shownBody(answerBody, token),
  };
}

/** An address without password and values of parameters: services put keys there. */
export function shownUrl(address: string): string {
  if (!URL.canParse(address)) return HIDDEN;
  const url = new URL(address);
  if (url.username !== '') url.username = HIDDEN;
  if (url.password !== '') url.password = HIDDEN;
  for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, HIDDEN);
  url.hash = '';
  return url.href;
}

/** Without the token. @param longest characters that are left */
export function shownBody(body: string, token: string, longest = LONGEST_SHOWN_BODY): string {
  // Before it is cut: half a token would not be found.
  const text = withoutToken(body, token);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** PostgreSQL's texts have no NUL: owners are written to with what was answered. */
function withoutToken(body: string, token: string): string {
  return (token === '' ? body : body.replaceAll(token, HIDDEN)).replaceAll('\u0000', '\ufffd');
}
