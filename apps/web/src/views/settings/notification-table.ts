import type { UserSettingName } from '@stoa/contracts/users';
import type { Subscription } from '../../store/state';

export const WAYS = ['desktop', 'audible', 'push', 'email', 'wildcard'] as const;
export type Way = (typeof WAYS)[number];

export interface TableRow {
  readonly row: 'channels' | 'followed' | 'direct';
  /** Where there is nothing to choose, there is no setting. */
  readonly settings: Readonly<Partial<Record<Way, UserSettingName>>>;
}

/** What one is told of, and how (web-details.md L). */
export const NOTIFICATION_TABLE: readonly TableRow[] = [
  {
    row: 'channels',
    settings: {
      desktop: 'enable_stream_desktop_notifications',
      audible: 'enable_stream_audible_notifications',
      push: 'enable_stream_push_notifications',
      email: 'enable_stream_email_notifications',
      wildcard: 'wildcard_mentions_notify',
    },
  },
  {
    row: 'followed',
    settings: {
      desktop: 'enable_followed_topic_desktop_notifications',
      audible: 'enable_followed_topic_audible_notifications',
      push: 'enable_followed_topic_push_notifications',
      email: 'enable_followed_topic_email_notifications',
      wildcard: 'enable_followed_topic_wildcard_mentions_notify',
    },
  },
  {
    row: 'direct',
    settings: {
      desktop: 'enable_desktop_notifications',
      audible: 'enable_sounds',
      push: 'enable_offline_push_notifications',
      email: 'enable_offline_email_notifications',
    },
  },
];

type OwnChoice = Extract<keyof Subscription, `${string}_notif${string}` | 'wildcard_mentions_notify'>;

/** What a channel may have of its own. */
export const CHANNEL_CHOICES: Readonly<Record<Way, OwnChoice>> = {
  desktop: 'desktop_notifications',
  audible: 'audible_notifications',
  push: 'push_notifications',
  email: 'email_notifications',
  wildcard: 'wildcard_mentions_notify',
};

type General = Readonly<Partial<Record<UserSettingName, unknown>>>;

/** What holds for channels without a choice of their own. */
export function generalChoice(settings: General, way: Way): boolean {
  const name = NOTIFICATION_TABLE[0]?.settings[way];
  return name !== undefined && settings[name] === true;
}

/** Whether a channel differs from what holds for channels; a choice cannot be taken back, only made the same again. */
export function differs(subscription: Subscription, settings: General): boolean {
  return WAYS.some((way) => {
    const own = subscription[CHANNEL_CHOICES[way]];
    return own !== null && own !== generalChoice(settings, way);
  });
}
