import type { JsonSchema } from './plain-schema';
import { refusals, unknownFields } from './refusals';

export interface DeclaredCall {
  idempotent: boolean;
  request: JsonSchema;
  response: JsonSchema;
}

/** What the processes of one release write and read: calls by subject, events by type and operation. */
export interface Declarations {
  calls: Readonly<Record<string, DeclaredCall>>;
  events: Readonly<Record<string, JsonSchema>>;
}

/**
 * What stops working while processes of both releases run, one line each. What is new may fail until all run the new
 * one: a new call, a new choice among fixed values, a new form of an object that is told by its fields, a request that
 * says more than requests could say before.
 */
export function contractBreaks(released: Declarations, now: Declarations): string[] {
  const calls = Object.entries(released.calls).flatMap(([subject, before]) => {
    const after = now.calls[subject];
    return after ? callBreaks(before, after).map((text) => `${subject} ${text}`) : [`${subject}: is gone`];
  });
  const events = Object.entries(released.events).flatMap(([name, before]) => {
    const after = now.events[name];
    return after ? outputBreaks(before, after).map((text) => `event ${name}${text}`) : [`event ${name}: is gone`];
  });
  return [...calls, ...events];
}

function callBreaks(before: DeclaredCall, after: DeclaredCall): string[] {
  return [
    ...(before.idempotent && !after.idempotent ? ['is repeated by callers of the last release'] : []),
    ...inputBreaks(before.request, after.request).map((text) => `request${text}`),
    ...outputBreaks(before.response, after.response).map((text) => `response${text}`),
  ];
}

/** Old callers ask new services, and new callers old ones. */
function inputBreaks(before: JsonSchema, after: JsonSchema): string[] {
  return [
    ...refusals(after, before).map(({ at, value }) => `${at}: callers of the last release may send ${value}`),
    ...unknownFields(after, before).map(({ at }) => `${at}: callers of the last release may send it`),
    ...unknownFields(before, after)
      .filter(({ isRefused }) => isRefused)
      .map(({ at }) => `${at}: services of the last release refuse requests that have it`),
  ];
}

/** Old readers get what new services write, and new readers what old ones write; neither checks it. */
function outputBreaks(before: JsonSchema, after: JsonSchema): string[] {
  return [
    ...refusals(after, before).map(({ at, value }) => `${at}: services of the last release may write ${value}`),
    ...refusals(before, after)
      .filter(({ isNewChoice }) => !isNewChoice)
      .map(({ at, value }) => `${at}: readers of the last release do not expect ${value}`),
    ...unknownFields(after, before).map(({ at }) => `${at}: readers of the last release may use it`),
  ];
}
