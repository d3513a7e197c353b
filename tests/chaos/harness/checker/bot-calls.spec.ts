import { AudienceSet, decodeBody, encodeBody } from '@stoa/contracts/changes';
import { eventOf } from '@stoa/contracts/events';
import { storedMessage } from '@stoa/contracts/testing';
import type { ActionRecord, BotCallRecord } from '../records';
import { checkBotCalls, checkReplies, missingCalls } from './bot-calls';
import type { LogEvent } from './history';

function call(mark: string, changes: Partial<BotCallRecord> = {}): BotCallRecord {
  return {
    at: 5_000,
    deliveryId: `id of ${mark}`,
    bot: 'Echo',
    messageId: 7,
    content: `${mark}:  @**Echo** hi`,
    ...changes,
  };
}

function asked(mark: string, changes: Partial<ActionRecord> = {}): ActionRecord {
  const when = { startedAt: 1_000, endedAt: 1_100, attempts: 1 };
  const how = { kind: 'send', userId: 1, isDefinite: true, isOnce: true, outcome: 'acknowledged' } as const;
  return { ...when, ...how, evidence: [`sent:${mark}`], asksBot: 'Echo', ...changes };
}

function sent(mark: string, id = 7): LogEvent {
  const message = storedMessage({ id, content: `${mark}:  @**Echo** hi` });
  const change = eventOf('message', { message }, [1]);
  const [body] = decodeBody(encodeBody([change]));
  if (!body) throw new Error('an event has a body');
  const place = { partition: 0, seq: 1, xid: 1, realmId: 1, life: 0 };
  return { ...place, type: 'message', audience: AudienceSet.decode(change.route.to), body, event: body.event };
}

describe('calls that are missing', () => {
  it('are those about what was acknowledged', () => {
    const actions = [asked('m1x1'), asked('m1x2'), asked('m1x3', { outcome: 'unknown' })];
    expect(missingCalls(actions, [call('m1x1')], [])).toEqual(['sent:m1x2']);
  });

  it('are not those about what asks nobody, or was lost', () => {
    const actions = [asked('m1x1', { asksBot: undefined }), asked('m1x2')];
    expect(missingCalls(actions, [], [{ from: 1_050, to: 2_000 }])).toEqual([]);
  });
});

describe('calls', () => {
  it('may be about what was lost', () => {
    expect(checkBotCalls([call('m1x1')], [], [{ from: 4_000, to: 6_000 }])).toEqual([]);
  });

  it('may come again under their id', () => {
    expect(checkBotCalls([call('m1x1'), call('m1x1')], [sent('m1x1')], [])).toEqual([]);
  });

  it.each([
    ['about what nobody sent', [call('m1x2')], 'a call about a message that nobody sent'],
    ['about another message', [call('m1x1', { messageId: 8 })], 'a call about a message that nobody sent'],
    [
      'about what does not concern the bot',
      [call('m1x1', { bot: 'Other' })],
      'a call about a message that does not name the bot',
    ],
    ['under another id', [call('m1x1'), call('m1x1', { deliveryId: 'other' })], 'two ids of one message'],
    ['under the id of another', [call('m1x1'), call('m1x3', { deliveryId: 'id of m1x1' })], 'one id of two messages'],
  ])('must not come %s', (_what, calls, what) => {
    expect(checkBotCalls(calls, [sent('m1x1'), sent('m1x3')], [])).toMatchObject([{ what }]);
  });
});

describe('answers', () => {
  it.each([
    ['one for each message', [sent('re1x1', 8)], []],
    ['the same one in two events', [sent('re1x1', 8), sent('re1x1', 8)], []],
    ['none', [], ['answers that were not said']],
    ['two of them', [sent('re1x1', 8), sent('re1x1', 9)], ['sent:re1x1 was said more than once']],
  ])('are wanted once: %s', (_name, events, expected) => {
    expect(checkReplies([asked('m1x1')], [sent('m1x1'), ...events], []).map(({ what }) => what)).toEqual(expected);
  });

  it('are not wanted to what was not acknowledged, or was lost', () => {
    const actions = [asked('m1x1', { outcome: 'unknown' }), asked('m1x2'), asked('m1x3', { asksBot: undefined })];
    expect(checkReplies(actions, [], [{ from: 1_050, to: 2_000 }])).toEqual([]);
    expect(checkReplies([asked('m1x2')], [], [{ from: 5_000, to: 6_000 }])).toHaveLength(1);
  });
});
