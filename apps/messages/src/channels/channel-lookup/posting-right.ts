import { badRequest } from '@stoa/errors';
import type { DirectoryChannel, DirectoryView } from '@stoa/directory';
import { decidePost } from '@stoa/policy';
import { accessChannel } from '../../access/channel-access/channel-access';
import { policyUser } from '../../access/policy-user';

/**
 * A channel that a user of its organization may post to.
 * @throws DomainError `Invalid channel ID`, or why they may not
 */
export async function accessChannelForPosting(
  view: DirectoryView,
  userId: number,
  channelId: number,
): Promise<DirectoryChannel> {
  const { channel, members, user, users, viewer } = await accessChannel(view, userId, channelId, {
    access: 'content',
    isActive: true,
  });
  const owner = user.botOwnerId === null ? undefined : users.get(user.botOwnerId);
  const decision = decidePost(channel, {
    ...viewer,
    canForgeSender: user.canForgeSender,
    botOwner: owner?.isActive ? { user: policyUser(owner), isSubscribed: members.isSubscribed(owner.id) } : undefined,
  });
  if (decision === 'not-in-group') throw badRequest('You do not have permission to post in this channel.');
  if (decision === 'no-access') throw badRequest(`Not authorized to send to channel '${channel.name}'`);
  return channel;
}
