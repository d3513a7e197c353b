import type { BOT_CALL_OUTCOMES } from '@stoa/contracts/messages';
import type { WebhookCall, WebhookService } from '../webhook-calls.repository';

/** Characters of a body that are remembered: enough to see what it is. */
const LONGEST_BODY = 16_384;
const HIDDEN = '***';

/** What happened on the wire. */
export interface WireTrace {
  /** Milliseconds since 1970. */
  startedAt: number;
  durationMs: number;
  /** Null: there was no answer. */
  status: number | null;
  requestBody: string;
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
  outcome: (typeof BOT_CALL_OUTCOMES)[number];
  url: string;
  startedAt: Date;
  durationMs: number;
  status: number | null;
  failure: string | null;
  requestBody: string | null;
  answerBody: string | null;
}

export interface CallEnd {
  outcome: CallRecord['outcome'];
  failure: string | null;
  /** Absent: nobody was called. */
  trace?: WireTrace;
}

/** Without the bot's token, wherever it stands, and without what addresses keep secret. @param now milliseconds */
export function callRecord(
  call: Pick<CallRecord, 'realmId' | 'botId' | 'messageId' | 'deliveryId' | 'trigger' | 'attempt'>,
  service: Pick<WebhookService, 'baseUrl' | 'token'>,
  { outcome, failure, trace }: CallEnd,
  now: number,
): CallRecord {
  const answer = trace?.answerBody ?? null;
  return {
    ...call,
    outcome,
    failure,
    url: shownUrl(service.baseUrl),
    startedAt: new Date(trace?.startedAt ?? now),
    durationMs: trace?.durationMs ?? 0,
    status: trace?.status ?? null,
    requestBody: trace ? shownBody(trace.requestBody, service.token) : null,
    answerBody: answer === null ? null : shownBody(answer, service.token),
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

/** Without the token. PostgreSQL's texts have no NUL. @param longest characters that are left */
export function shownBody(body: string, token: string, longest = LONGEST_BODY): string {
  // Before it is cut: half a token would not be found.
  const text = (token === '' ? body : body.replaceAll(token, HIDDEN)).replaceAll('\u0000', '\ufffd');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
