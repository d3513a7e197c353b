import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Slot } from '@stoa/event-queue';
import type { AnswerLanguage } from '../access/answer-language';
import type { PlainRequest } from '../http/request-context';

/** Who was admitted with a poll. */
export interface AdmittedPoll {
  readonly slot: Slot;
  readonly userId: number;
  readonly realmId: number;
  /** Of the organization's access, when the key was looked at. */
  readonly accessVersion: number;
}

/** A poll that was admitted, and by what it is known when it comes again: all of it but the event that it names. */
export interface RepeatablePoll extends AdmittedPoll {
  readonly language: AnswerLanguage;
  readonly httpVersion: string;
  /** Of the address, around the id of the last event. */
  readonly before: string;
  readonly after: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: string[];
}

/** An address that names one event, by digits. */
const ADDRESS = /^(.*[?&]last_event_id=)-?\d+((?:&.*)?)$/;
const NAME = 'last_event_id';
const DIGITS = /^\d{1,15}$/;
/** What proxies and tracing clients give each request anew; none of it decides who asks for what. */
const OF_ONE_REQUEST: ReadonlySet<string> = new Set([
  ...['x-request-id', 'x-correlation-id', 'x-request-start', 'traceparent', 'tracestate', 'cf-ray'],
  ...['x-amzn-trace-id', 'x-cloud-trace-context', 'b3', 'x-b3-traceid', 'x-b3-spanid', 'x-b3-parentspanid'],
]);

/** @returns undefined for what may mean something else when it comes with another event */
export function repeatablePoll(
  { incoming, language }: PlainRequest,
  admitted: AdmittedPoll,
): RepeatablePoll | undefined {
  const { url = '', httpVersion, headers, rawHeaders } = incoming;
  const [, before = '', after = ''] = ADDRESS.exec(url) ?? [];
  if (before === '' || url.indexOf(NAME) !== url.lastIndexOf(NAME)) return undefined;
  return { ...admitted, language, httpVersion, before, after, headers, rawHeaders };
}

/** The event that a request names, if it is the same poll; undefined if it is anything else. */
export function repeatedFor(poll: RepeatablePoll, request: IncomingMessage): number | undefined {
  const { url = '', httpVersion, rawHeaders } = request;
  const { before, after } = poll;
  if (httpVersion !== poll.httpVersion || !url.startsWith(before) || !url.endsWith(after)) return undefined;
  const named = url.slice(before.length, url.length - after.length);
  return DIGITS.test(named) && hasSameHeaders(poll.rawHeaders, rawHeaders) ? Number(named) : undefined;
}

function hasSameHeaders(known: readonly string[], sent: readonly string[]): boolean {
  if (sent.length !== known.length) return false;
  for (let place = 0; place < known.length; place += 2) {
    const name = known[place] ?? '';
    if (sent[place] !== name) return false;
    if (sent[place + 1] !== known[place + 1] && !OF_ONE_REQUEST.has(name.toLowerCase())) return false;
  }
  return true;
}
