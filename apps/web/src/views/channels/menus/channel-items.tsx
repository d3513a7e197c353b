import {
  Bell,
  BellOff,
  BookmarkX,
  CheckCheck,
  FolderInput,
  Link2,
  List,
  LogOut,
  MessageSquarePlus,
  MessagesSquare,
  Palette,
  Pin,
  PinOff,
  Settings,
  UserPlus,
} from 'lucide-react';
import { namesOf, useClient, useClientState } from '../../../client/client';
import { goTo } from '../../../client/location';
import { topicsAddress } from '../../../narrow/address';
import { channelNarrow } from '../../../narrow/terms';
import { channelFeedAddress, channelSettingsAddress } from '../../../parts/addresses';
import { setChoices, subscribeTo } from '../../../parts/channel-actions';
import { copyAddress } from '../../../parts/copy-address';
import { markConversationsRead, markNarrowUnread, unreadInChannels } from '../../../parts/mark-conversation';
import { canSubscribeTo, channelPermissions } from '../../../store/channel-permissions';
import type { State } from '../../../store/state';
import { tc } from '../../../strings/channels-strings';
import { MenuItem, MenuLine } from '../../../ui/menu';
import { conversationDialog } from '../conversation-dialog';
import { beginTopic } from '../go-to-channel';
import { askToUnsubscribe } from '../leaving';

function hasFolders({ folders }: Pick<State, 'folders'>): boolean {
  return [...folders.values()].some(({ is_archived }) => !is_archived);
}

/** What one can do with a channel. */
export function ChannelItems({ channelId }: { channelId: number }) {
  const client = useClient();
  const state = useClientState((whole) => whole);
  const channel = state.channels.get(channelId);
  if (!channel) return null;
  const unread = unreadInChannels(state, [channelId]);
  const { subscription, isSubscribed } = channel;
  const feed = channelFeedAddress(state, channelId);
  const isMuted = subscription?.is_muted === true;
  const isPinned = subscription?.pin_to_top === true;
  return (
    <>
      {!channel.is_archived && (
        <MenuItem icon={MessageSquarePlus} onSelect={() => beginTopic(client, channelId)}>
          {tc('menu.newTopic')}
        </MenuItem>
      )}
      {unread.length > 0 && (
        <MenuItem icon={CheckCheck} onSelect={() => markConversationsRead(client, unread)}>
          {tc('menu.markRead')}
        </MenuItem>
      )}
      {unread.length === 0 && isSubscribed && (
        <MenuItem icon={BookmarkX} onSelect={() => void markNarrowUnread(client, channelNarrow(channelId))}>
          {tc('menu.markUnread')}
        </MenuItem>
      )}
      <MenuItem icon={MessagesSquare} onSelect={() => goTo(feed)}>
        {tc('menu.feed')}
      </MenuItem>
      <MenuItem icon={List} shortcut="Y" onSelect={() => goTo(topicsAddress(channelId, namesOf(state)))}>
        {tc('menu.topics')}
      </MenuItem>
      <MenuItem icon={Link2} onSelect={() => copyAddress(feed)}>
        {tc('menu.copyLink')}
      </MenuItem>
      <MenuItem icon={Settings} onSelect={() => goTo(channelSettingsAddress(channel, 'general'))}>
        {tc('menu.channelSettings')}
      </MenuItem>
      {hasFolders(state) && channelPermissions(state, channel).canAdminister && (
        <MenuItem icon={FolderInput} onSelect={() => conversationDialog.set({ kind: 'folder', channelId })}>
          {tc('menu.moveToFolder')}
        </MenuItem>
      )}
      {isSubscribed && (
        <>
          <MenuLine />
          <MenuItem
            icon={isPinned ? PinOff : Pin}
            onSelect={() => setChoices(client, channel, { pin_to_top: !isPinned })}
          >
            {tc(isPinned ? 'menu.unpin' : 'menu.pin')}
          </MenuItem>
          <MenuItem
            icon={isMuted ? Bell : BellOff}
            onSelect={() => setChoices(client, channel, { is_muted: !isMuted })}
          >
            {tc(isMuted ? 'menu.unmuteChannel' : 'menu.muteChannel')}
          </MenuItem>
          <MenuItem icon={Palette} onSelect={() => goTo(channelSettingsAddress(channel, 'personal'))}>
            {tc('menu.personal')}
          </MenuItem>
          <MenuItem icon={LogOut} kind="danger" onSelect={() => askToUnsubscribe(channel)}>
            {tc('channel.unsubscribe')}
          </MenuItem>
        </>
      )}
      {!isSubscribed && canSubscribeTo(state, channel) && (
        <MenuItem icon={UserPlus} onSelect={() => subscribeTo(channel)}>
          {tc('channel.subscribe')}
        </MenuItem>
      )}
    </>
  );
}
