import { describe, expect, it } from 'vitest';
import { snapshotState } from '../store/snapshot';
import type { UserSettings } from '../store/state';
import { ME, aGroup, aSubscription, anAnswer, permissionsFor } from '../test-support/answer';
import { tellsTyping } from './typing';

const EVERYBODY = 1;
const BOTH = { send_private_typing_notifications: true, send_stream_typing_notifications: true };

function stateWith(settings: Partial<UserSettings> = {}, channel = {}) {
  const answer = anAnswer({
    max_message_length: 10_000,
    realm_topics_policy: 'allow_empty_topic',
    ...permissionsFor(EVERYBODY),
    realm_user_groups: [aGroup(EVERYBODY, { name: 'role:everyone', is_system_group: true })],
    subscriptions: [aSubscription(5, channel)],
  });
  const state = snapshotState(answer);
  return { ...state, settings: { ...state.settings, ...BOTH, ...settings } };
}

const topic = { kind: 'message', target: { type: 'channel', channelId: 5, topic: 'x' } } as const;
const direct = (...userIds: number[]) => ({ kind: 'message', target: { type: 'direct', userIds } }) as const;

describe('whether others are told that one writes', () => {
  it('is as the settings say', () => {
    expect(tellsTyping(stateWith(), topic)).toBe(true);
    expect(tellsTyping(stateWith(), direct(20))).toBe(true);
    expect(tellsTyping(stateWith({ send_stream_typing_notifications: false }), topic)).toBe(false);
    expect(tellsTyping(stateWith({ send_private_typing_notifications: false }), direct(20))).toBe(false);
  });

  it('is no where nobody would hear it', () => {
    expect(tellsTyping(stateWith({}, { subscriber_count: 101 }), topic)).toBe(false);
    expect(tellsTyping(stateWith({}, { is_archived: true }), topic)).toBe(false);
    expect(tellsTyping(stateWith(), direct(ME))).toBe(false);
    expect(tellsTyping(stateWith(), direct())).toBe(false);
  });
});
