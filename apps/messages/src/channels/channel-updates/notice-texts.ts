import { GroupSettingValue } from '@stoa/contracts/users';
import { RealmGroups, RealmUsers } from '@stoa/directory';
import type { TextKey, Write } from '@stoa/texts';
import { quoteBlock } from '../channels/channel-notices.service';
import { privacyName } from '../../access/channel-access/channel-rules';
import { ChannelPrivacy } from './privacy-rules';

/** What the notification bot says of a channel's changes (channels.md 14.4); `user` is a silent mention of who did it. */
export const noticeTexts = {
  renamed: (write: Write, user: string, old: string, name: string) =>
    write('channel.renamed', { user, old, new: name }),
  description: (write: Write, user: string, old: string, description: string) =>
    write('channel.descriptionChanged', { user, old: quoteBlock(old, write), new: quoteBlock(description, write) }),
  privacy: (write: Write, user: string, old: ChannelPrivacy, privacy: ChannelPrivacy) =>
    write('channel.privacyChanged', { user, old: nameOf(old, write), new: nameOf(privacy, write) }),
  posting: (write: Write, user: string, old: string, value: string) =>
    write('channel.postingChanged', { user, old, new: value }),
  /** @param old days, -1 forever: what really holds, the organization's where the channel has none */
  retention: (write: Write, user: string, old: number, days: number) =>
    write('channel.retentionChanged', {
      user,
      old: period(old, write),
      new: period(days, write),
      summary: days === FOREVER ? write('retention.keptForever') : write('retention.deletedAfter', { days }),
    }),
  topicsPolicy: (write: Write, user: string, old: string, policy: string) =>
    write('channel.topicsPolicyChanged', { user, old: policyName(old, write), new: policyName(policy, write) }),
  archived: (write: Write, channel: string) => write('channel.archived', { channel }),
  unarchived: (write: Write, channel: string) => write('channel.unarchived', { channel }),
};

const FOREVER = -1;

const TOPICS_POLICIES: Readonly<Record<string, TextKey>> = {
  inherit: 'topicsPolicy.inherit',
  allow_empty_topic: 'topicsPolicy.allow_empty_topic',
  disable_empty_topic: 'topicsPolicy.disable_empty_topic',
  empty_topic_only: 'topicsPolicy.empty_topic_only',
};

function policyName(policy: string, write: Write): string {
  const key = TOPICS_POLICIES[policy];
  return key === undefined ? policy : write(key);
}

function nameOf(privacy: ChannelPrivacy, write: Write): string {
  const { invite_only: inviteOnly, is_web_public: isWebPublic } = privacy;
  return privacyName(
    { inviteOnly, isWebPublic, historyPublicToSubscribers: privacy.history_public_to_subscribers },
    write,
  );
}

function period(days: number, write: Write): string {
  return days === FOREVER ? write('retention.forever') : write('retention.days', { days });
}

/** A permission setting's value in words: silent mentions of its users and groups. */
export function valueInWords(value: GroupSettingValue, users: RealmUsers, groups: RealmGroups): string {
  const group = (groupId: number) => `@_*${groups.named.get(groupId)?.name ?? groupId}*`;
  if (typeof value === 'number') return group(value);
  const people = value.direct_members.map((userId) => `@_**${users.get(userId)?.fullName ?? ''}|${userId}**`);
  return [...value.direct_subgroups.map(group), ...people].join(', ');
}
