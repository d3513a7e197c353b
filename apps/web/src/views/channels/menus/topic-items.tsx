import { BookmarkX, CheckCheck, CircleCheck, CircleDot, Link2, MoveRight, StarOff, Trash2 } from 'lucide-react';
import { useClient, useClientState } from '../../../client/client';
import { topicNarrow } from '../../../narrow/terms';
import { lastingTopicAddress } from '../../../parts/addresses';
import { type Policy, setPolicy } from '../../../parts/channel-actions';
import { copyAddress } from '../../../parts/copy-address';
import { markConversationsRead, markNarrowUnread, unreadInTopic, unstarIn } from '../../../parts/mark-conversation';
import { toggleTopicResolved } from '../../../parts/resolve-topic';
import { channelPermissions, topicPermissions } from '../../../store/channel-permissions';
import type { State } from '../../../store/state';
import { isResolved, isSameTopic } from '../../../store/topics';
import { topicPolicy } from '../../../store/unread-counts';
import { tc } from '../../../strings/channels-strings';
import { MenuChoices, MenuItem, MenuLine } from '../../../ui/menu';
import { conversationDialog } from '../conversation-dialog';

const MUTED: readonly Policy[] = [1, 0, 2, 3];
/** Unmuting means something only where the channel is muted. */
const AUDIBLE: readonly Policy[] = [1, 0, 3];

function Visibility({ channelId, topic }: { channelId: number; topic: string }) {
  const client = useClient();
  const now = useClientState((state) => topicPolicy(state, channelId, topic));
  const isMuted = useClientState((state) => state.channels.get(channelId)?.subscription?.is_muted === true);
  const offered = isMuted || now === 2 ? MUTED : AUDIBLE;
  return (
    <MenuChoices
      label={tc('topicPolicy.title')}
      value={String(now)}
      choices={offered.map((policy) => ({ value: String(policy), text: tc(`topicPolicy.${policy}`) }))}
      onChoose={(value) => {
        const chosen = offered.find((policy) => String(policy) === value);
        if (chosen !== undefined) setPolicy(client, channelId, topic, chosen);
      }}
    />
  );
}

/** Whether a message of the topic is starred, as far as they are held. */
function hasStars({ starred, messages }: State, channelId: number, topic: string): boolean {
  return [...starred].some((id) => {
    const message = messages.get(id);
    return message?.type === 'stream' && message.stream_id === channelId && isSameTopic(message.topic, topic);
  });
}

/** What one can do with a topic. */
export function TopicItems({ channelId, topic }: { channelId: number; topic: string }) {
  const client = useClient();
  const state = useClientState((whole) => whole);
  const channel = state.channels.get(channelId);
  if (!channel) return null;
  const unread = unreadInTopic(state, channelId, topic);
  const may = topicPermissions(state, channel, topic);
  const { canMuteTopics, canDeleteTopics } = channelPermissions(state, channel);
  const open = (kind: 'move' | 'delete') => () => conversationDialog.set({ kind, channelId, topic });
  return (
    <>
      {canMuteTopics && (
        <>
          <Visibility channelId={channelId} topic={topic} />
          <MenuLine />
        </>
      )}
      {unread.length > 0 && (
        <MenuItem icon={CheckCheck} onSelect={() => markConversationsRead(client, unread)}>
          {tc('menu.markRead')}
        </MenuItem>
      )}
      {unread.length === 0 && channel.isSubscribed && (
        <MenuItem icon={BookmarkX} onSelect={() => void markNarrowUnread(client, topicNarrow(channelId, topic))}>
          {tc('menu.markUnread')}
        </MenuItem>
      )}
      {hasStars(state, channelId, topic) && (
        <MenuItem icon={StarOff} onSelect={() => void unstarIn(topicNarrow(channelId, topic))}>
          {tc('menu.unstarTopic')}
        </MenuItem>
      )}
      <MenuItem icon={Link2} onSelect={() => copyAddress(lastingTopicAddress(state, channelId, topic))}>
        {tc('menu.copyLink')}
      </MenuItem>
      {(may.canRename || may.canMoveOut) && (
        <MenuItem icon={MoveRight} onSelect={open('move')}>
          {tc(may.canMoveOut ? 'menu.moveTopic' : 'menu.renameTopic')}
        </MenuItem>
      )}
      {may.canResolve && (
        <MenuItem
          icon={isResolved(topic) ? CircleDot : CircleCheck}
          onSelect={() => void toggleTopicResolved(client, channelId, topic)}
        >
          {tc(isResolved(topic) ? 'menu.unresolve' : 'menu.resolve')}
        </MenuItem>
      )}
      {canDeleteTopics && (
        <MenuItem icon={Trash2} kind="danger" onSelect={open('delete')}>
          {tc('menu.deleteTopic')}
        </MenuItem>
      )}
    </>
  );
}
