import type { ActionRecord, BotCallRecord, Violation } from '../records';
import { evidenceOf, messageIdOf } from './evidence';
import type { LogEvent } from './history';
import type { LostTail } from './log-check';

/** What begins every message that the harness sends. */
export const MARK = /^[a-z]+\d+x[0-9a-f]+(?=:)/;

/** What begins a bot's answer to the message with a mark. */
export function replyMark(mark: string): string {
  return mark.replace(/^[a-z]+/, 're');
}

/**
 * Keys of messages that a service should have been called about and was not. A database that lost its tail does not
 * know what was sent in that time.
 */
export function missingCalls(
  actions: readonly ActionRecord[],
  calls: readonly BotCallRecord[],
  lost: readonly LostTail[],
): string[] {
  const called = new Set(calls.map(keyOf));
  return actions.flatMap(({ outcome, asksBot, evidence, startedAt, endedAt }) => {
    const isLost = lost.some(({ from, to }) => startedAt <= to && endedAt >= from);
    if (asksBot === undefined || outcome !== 'acknowledged' || isLost) return [];
    return evidence.filter((key) => !called.has(key));
  });
}

/**
 * What must never be of calls: one about what was not committed, or names the bot nowhere; two ids of one message, two
 * messages of one id.
 * @param events that were ever committed, lost ones included: a message may be lost after its call
 * @param lost in which messages may have been called about and lost before they got a number
 */
export function checkBotCalls(
  calls: readonly BotCallRecord[],
  events: readonly LogEvent[],
  lost: readonly LostTail[],
): Violation[] {
  const committed = new Set(
    events.flatMap((event) => evidenceOf(event).map((key) => `${messageIdOf(event) ?? ''} ${key}`)),
  );
  const violations: Violation[] = [];
  const violate = (what: string, evidence: unknown) =>
    violations.push({ rule: 'the services of bots hear what they should', what, evidence });
  const messageOf = new Map<string, string>();
  const deliveryOf = new Map<string, string>();
  for (const call of calls) {
    const { at, deliveryId, messageId, content, bot } = call;
    const message = `${messageId} ${keyOf(call)}`;
    const mayBeLost = lost.some(({ from, to }) => from <= at && at <= to);
    if (!committed.has(message) && !mayBeLost) violate('a call about a message that nobody sent', call);
    if (!content.includes(`@**${bot}**`)) violate('a call about a message that does not name the bot', call);
    const [known, former] = [messageOf.get(deliveryId), deliveryOf.get(message)];
    if (known !== undefined && known !== message) violate('one id of two messages', { call, known });
    if (former !== undefined && former !== deliveryId) violate('two ids of one message', { call, former });
    messageOf.set(deliveryId, message);
    deliveryOf.set(message, deliveryId);
  }
  return violations;
}

/**
 * A bot says what its service answers: once for each message that it was asked by, however often it was called and whoever
 * was killed meanwhile.
 * @param events of the log as it is in the end
 */
export function checkReplies(
  actions: readonly ActionRecord[],
  events: readonly LogEvent[],
  lost: readonly LostTail[],
): Violation[] {
  const counts = new Map<string, Set<number>>();
  for (const event of events) {
    for (const key of evidenceOf(event)) {
      if (!key.startsWith('sent:re')) continue;
      counts.set(key, (counts.get(key) ?? new Set()).add(messageIdOf(event) ?? 0));
    }
  }
  const rule = 'a bot says each answer once';
  const doubled = [...counts].filter(([, ids]) => ids.size > 1);
  const missing = actions.flatMap(({ outcome, asksBot, evidence, startedAt, endedAt }) => {
    const isLost = lost.some(({ from, to }) => startedAt <= to && endedAt >= from);
    if (asksBot === undefined || outcome !== 'acknowledged' || isLost) return [];
    return evidence.filter((key) => !counts.has(`sent:${replyMark(key.slice('sent:'.length))}`));
  });
  return [
    ...doubled.map(([key, ids]) => ({ rule, what: `${key} was said more than once`, evidence: [...ids] })),
    ...(missing.length > 0 ? [{ rule, what: 'answers that were not said', evidence: missing }] : []),
  ];
}

function keyOf({ content }: BotCallRecord): string {
  return `sent:${MARK.exec(content)?.[0] ?? ''}`;
}
