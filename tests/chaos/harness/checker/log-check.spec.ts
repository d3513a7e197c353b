import { AudienceSet, decodeBody, encodeBody } from '@stoa/contracts/changes';
import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import { storedMessage } from '@stoa/contracts/testing';
import type { ActionRecord } from '../records';
import { LogEvent } from './history';
import { checkActions, checkLog } from './log-check';

function logged(seq: number, change: ChangeEvent): LogEvent {
  const audience = AudienceSet.decode(change.route.to);
  const [body] = decodeBody(encodeBody([change]));
  if (!body) throw new Error('an event has a body');
  const { event } = body;
  return { partition: 0, seq, xid: seq, realmId: 1, life: 0, type: event.type, audience, body, event };
}

const message = (seq: number, id: number, mark: string) =>
  logged(seq, eventOf('message', { message: storedMessage({ id, content: `${mark}: hello` }) }, [1]));
const reaction = (seq: number, id: number) =>
  logged(
    seq,
    eventOf(
      'reaction',
      'add',
      {
        user_id: 1,
        user: { user_id: 1, email: 'ada@chat.example', full_name: 'Ada' },
        message_id: id,
        emoji_name: 'tada',
        emoji_code: '1f389',
        reaction_type: 'unicode_emoji',
      },
      [1],
    ),
  );

function send(mark: string, changes: Partial<ActionRecord> = {}): ActionRecord {
  return {
    kind: 'send',
    userId: 1,
    startedAt: 10,
    endedAt: 20,
    attempts: 1,
    outcome: 'acknowledged',
    isDefinite: true,
    evidence: [`sent:${mark}`],
    isOnce: true,
    ...changes,
  };
}

const rules = (actions: ActionRecord[], events: LogEvent[], lost: { from: number; to: number }[] = []) =>
  checkActions(actions, events, lost).map(({ rule }) => rule);

describe('the check of actions', () => {
  const log = [message(1, 5, 'm1xa'), message(2, 6, 'm1xb'), reaction(3, 5)];

  it('accepts what is in the log as often as it was acknowledged', () => {
    expect(rules([send('m1xa'), send('m1xb', { cause: 'sent:m1xa' })], log)).toEqual([]);
  });

  it('finds an acknowledged action that the log does not have', () => {
    expect(rules([send('m1xc')], log)).toEqual(['what is acknowledged is committed']);
  });

  it('finds one that happened twice though it may only once', () => {
    expect(rules([send('m1xa', { attempts: 2 })], [...log, message(4, 7, 'm1xa')])).toEqual(['nothing is done twice']);
  });

  it('counts what was tried again and again by its attempts', () => {
    const tried = send('m1xa', { isOnce: false, attempts: 2 });
    expect(rules([tried], [...log, message(4, 7, 'm1xa')])).toEqual([]);
    expect(rules([tried], [...log, message(4, 7, 'm1xa'), message(5, 8, 'm1xa')])).toEqual(['nothing is done twice']);
  });

  it('asks nothing of what has no answer, or was lost with right', () => {
    expect(rules([send('m1xc', { outcome: 'unknown', isDefinite: false })], log)).toEqual([]);
    expect(rules([send('m1xc')], log, [{ from: 15, to: 30 }])).toEqual([]);
    expect(rules([send('m1xc')], log, [{ from: 25, to: 30 }])).not.toEqual([]);
  });

  it('finds an effect before its cause', () => {
    expect(rules([send('m1xa', { cause: 'sent:m1xb' })], log)).toEqual(['causal order holds']);
  });
});

describe('the check of the log', () => {
  const heads = (head: number) => new Map([[0, head]]);
  const names = (events: LogEvent[], head: number) => checkLog(events, heads(head)).map(({ rule }) => rule);

  it('accepts numbers without gaps, and events after what they are about', () => {
    expect(names([message(1, 5, 'm1xa'), reaction(2, 5), reaction(2, 5)], 2)).toEqual([]);
  });

  it('finds a gap, and a lost end', () => {
    expect(names([message(1, 5, 'm1xa'), reaction(3, 5)], 3)).toEqual(['numbers are contiguous']);
    expect(names([message(1, 5, 'm1xa')], 2)).toEqual(['numbers are contiguous']);
  });

  it('finds an event before the message that it is about', () => {
    expect(names([reaction(1, 5), message(2, 5, 'm1xa')], 2)).toEqual(['causal order holds']);
  });
});
