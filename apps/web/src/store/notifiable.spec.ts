import { ME, aSubscription, aUser, anAnswer } from '../test-support/answer';
import type { Message } from './message';
import { notifyingOf } from './notifiable';
import { snapshotState } from './snapshot';
import type { State, Subscription, UserSettings } from './state';

const SENDER = 20;
const CHANNEL = 5;
const ID = 100;

/** As a new account has them. */
const SETTINGS: Partial<UserSettings> = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
  notification_sound: 'chime',
};

interface Case {
  settings?: Partial<UserSettings>;
  subscription?: Partial<Subscription>;
  policy?: number;
  flags?: readonly string[];
  isDirect?: boolean;
  senderId?: number;
  isRead?: boolean;
  isMutedSender?: boolean;
}

function told(given: Case): [isDesktop: boolean, isSound: boolean] {
  const base = snapshotState(
    anAnswer({
      realm_users: [aUser(ME), aUser(SENDER)],
      subscriptions: [aSubscription(CHANNEL, given.subscription)],
      user_topics:
        given.policy === undefined
          ? []
          : [{ stream_id: CHANNEL, topic_name: 'Plan', last_updated: 0, visibility_policy: given.policy }],
    }),
  );
  const message = aMessage(given);
  const state: State = {
    ...base,
    settings: { ...base.settings, ...SETTINGS, ...given.settings },
    mutedUsers: new Map(given.isMutedSender ? [[SENDER, 0]] : []),
    unreadPlaces: new Map(given.isRead ? [] : [[ID, { kind: 'topic', channelId: CHANNEL, topic: 'plan' }]]),
  };
  const { isDesktop, isSound } = notifyingOf(state, message);
  return [isDesktop, isSound];
}

function aMessage({ flags = [], isDirect, senderId = SENDER }: Case): Message {
  const common = {
    ...{ id: ID, sender_id: senderId, sender_full_name: '', sender_email: '', avatar_url: null, client: '' },
    ...{ content: '', timestamp: 0, is_me_message: false, topic_links: [], reactions: [], submessages: [] },
    flags: new Set(flags),
  };
  if (isDirect) return { ...common, type: 'private', directKey: String(SENDER) };
  return { ...common, type: 'stream', stream_id: CHANNEL, topic: 'plan' };
}

const NOT = [false, false];
const BOTH = [true, true];
const INHERITED = { settings: { enable_stream_desktop_notifications: true } };
const WILDCARD = ['stream_wildcard_mentioned'];

describe('a message', () => {
  it.each<[string, Case, readonly boolean[]]>([
    ['of a channel is not told of unless the user wants it', {}, NOT],
    ['of a channel is told of if all channels are', INHERITED, [true, false]],
    ['of a channel is told of if this one is', { subscription: { audible_notifications: true } }, [false, true]],
    [
      'of a channel is not told of if this one is not',
      { ...INHERITED, subscription: { desktop_notifications: false } },
      NOT,
    ],
    ['sent to the user is told of', { isDirect: true }, BOTH],
    [
      'sent to the user makes no sound where none is chosen',
      { isDirect: true, settings: { notification_sound: 'none' } },
      [true, false],
    ],
    [
      'sent to the user is not told of where that is off',
      { isDirect: true, settings: { enable_desktop_notifications: false } },
      [false, true],
    ],
    ['that mentions the user is told of', { flags: ['mentioned'] }, BOTH],
    ['with an alert word is told of', { flags: ['has_alert_word'] }, BOTH],
    ['to everybody is told of', { flags: WILDCARD }, BOTH],
    [
      'to everybody is not told of where the channel says so',
      { flags: WILDCARD, subscription: { wildcard_mentions_notify: false } },
      NOT,
    ],
    [
      'to everybody is told of where only the channel says so',
      {
        flags: WILDCARD,
        settings: { wildcard_mentions_notify: false },
        subscription: { wildcard_mentions_notify: true },
      },
      BOTH,
    ],
    [
      'to everybody in a followed topic is told of by the setting for those',
      {
        flags: WILDCARD,
        policy: 3,
        settings: {
          wildcard_mentions_notify: false,
          enable_followed_topic_desktop_notifications: false,
          enable_followed_topic_audible_notifications: false,
        },
      },
      BOTH,
    ],
    ['of a followed topic is told of', { policy: 3 }, BOTH],
    [
      'of a followed topic is not told of where that is off',
      { policy: 3, settings: { enable_followed_topic_desktop_notifications: false } },
      [false, true],
    ],
    ['of a muted topic is not told of', { ...INHERITED, policy: 1 }, NOT],
    ['of a muted topic with an alert word is not told of', { flags: ['has_alert_word'], policy: 1 }, NOT],
    ['of a muted topic that mentions the user is told of', { flags: ['mentioned'], policy: 1 }, BOTH],
    ['of a muted channel is not told of', { ...INHERITED, subscription: { is_muted: true } }, NOT],
    [
      'of an unmuted topic of a muted channel is told of',
      { ...INHERITED, subscription: { is_muted: true }, policy: 2 },
      [true, false],
    ],
    ['of one’s own is not told of', { isDirect: true, senderId: ME }, NOT],
    ['of somebody muted is not told of', { isDirect: true, isMutedSender: true }, NOT],
    ['that is read is not told of', { flags: ['mentioned'], isRead: true }, NOT],
  ])('%s', (_name, given, expected) => {
    expect(told(given)).toEqual(expected);
  });
});
