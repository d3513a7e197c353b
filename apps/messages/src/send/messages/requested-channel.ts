import { DirectoryChannel, DirectoryUser, RealmChannels } from '@stoa/directory';
import { checkedChannelName } from '../../access/channel-access/channel-rules';
import { ChannelReference, parseChannelReference } from './recipients';

/**
 * The channel that a send names, or what it names if there is no such channel. Where it names none, a bot's default
 * sending channel.
 * @throws DomainError for a `to` that names no single channel, and for names that no channel can have (messages.md 3)
 */
export function requestedChannel(
  channels: RealmChannels,
  sender: DirectoryUser,
  to: string | undefined,
): { channel: DirectoryChannel } | { missing: ChannelReference } {
  if (to === undefined && sender.defaultSendingChannelId !== null) {
    const channel = channels.byId.get(sender.defaultSendingChannelId);
    if (channel) return { channel };
  }
  const reference = parseChannelReference(to);
  if ('channelId' in reference) {
    const channel = channels.byId.get(reference.channelId);
    return channel ? { channel } : { missing: reference };
  }
  const channelName = checkedChannelName(reference.channelName);
  const channel = channels.byName(channelName);
  return channel ? { channel } : { missing: { channelName } };
}
