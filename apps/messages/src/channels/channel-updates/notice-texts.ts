import { GroupSettingValue } from '@stoa/contracts/users';
import { RealmGroups, RealmUsers } from '@stoa/directory';
import { quoteBlock } from '../channels/channel-notices.service';
import { privacyName } from '../../access/channel-access/channel-rules';
import { ChannelPrivacy } from './privacy-rules';

/** What the notification bot says of a channel's changes (channels.md 14.4); `actor` is a silent mention. */
export const noticeTexts = {
  renamed: (actor: string, old: string, name: string) => `${actor} renamed channel **${old}** to **${name}**.`,
  description: (actor: string, old: string, description: string) =>
    `${actor} changed the description for this channel.\n\n` +
    `* **Old description:**\n${quoteBlock(old)}\n* **New description:**\n${quoteBlock(description)}`,
  privacy: (actor: string, old: ChannelPrivacy, privacy: ChannelPrivacy) =>
    `${actor} changed the [access permissions](/help/channel-permissions) for this channel from ` +
    `**${nameOf(old)}** to **${nameOf(privacy)}**.`,
  posting: (actor: string, old: string, value: string) =>
    `${actor} changed the [posting permissions](/help/channel-posting-policy) for this channel:\n\n` +
    `* **Old**: ${old}\n* **New**: ${value}`,
  /** @param old days, -1 forever: what really holds, the organization's where the channel has none */
  retention: (actor: string, old: number, days: number) =>
    `${actor} has changed the [message retention period](/help/message-retention-policy) for this channel:\n` +
    `* **Old retention period**: ${period(old)}\n* **New retention period**: ${period(days)}\n\n` +
    (days === -1
      ? 'Messages in this channel will now be retained forever.'
      : `Messages in this channel will now be automatically deleted ${days} days after they are sent.`),
  topicsPolicy: (actor: string, old: string, policy: string) =>
    `${actor} changed the "Allow posting to the *general chat* topic?" setting from ` +
    `**${TOPICS_POLICY_NAMES[old] ?? old}** to **${TOPICS_POLICY_NAMES[policy] ?? policy}**.`,
  archived: (name: string) => `Channel #**${name}** has been archived.`,
  unarchived: (name: string) => `Channel #**${name}** has been unarchived.`,
};

const TOPICS_POLICY_NAMES: Record<string, string> = {
  inherit: 'Automatic',
  allow_empty_topic: '*general chat* topic allowed',
  disable_empty_topic: 'No *general chat* topic',
  empty_topic_only: 'Only *general chat* topic allowed',
};

function nameOf(privacy: ChannelPrivacy): string {
  return privacyName({
    inviteOnly: privacy.invite_only,
    isWebPublic: privacy.is_web_public,
    historyPublicToSubscribers: privacy.history_public_to_subscribers,
  });
}

function period(days: number): string {
  return days === -1 ? 'Forever' : `${days} days`;
}

/** A permission setting's value in words: silent mentions of its users and groups. */
export function valueInWords(value: GroupSettingValue, users: RealmUsers, groups: RealmGroups): string {
  const group = (groupId: number) => `@_*${groups.named.get(groupId)?.name ?? groupId}*`;
  if (typeof value === 'number') return group(value);
  const people = value.direct_members.map((userId) => `@_**${users.get(userId)?.fullName ?? ''}|${userId}**`);
  return [...value.direct_subgroups.map(group), ...people].join(', ');
}
