import { ArrowRight } from 'lucide-react';
import { useClient, useClientState } from '../../client/client';
import { runCommand } from '../../client/commands';
import { kindOf, narrowKey, operandOf } from '../../narrow/terms';
import { channelSettingsAddress } from '../../parts/addresses';
import { subscribeTo } from '../../parts/channel-actions';
import { fullDayText } from '../../parts/moment-text';
import { canSubscribeTo } from '../../store/channel-permissions';
import type { Channel } from '../../store/state';
import { unreadCounts } from '../../store/unread-counts';
import { userOf } from '../../store/users';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { type HistoryStart, historyStartOf } from './history-start';
import { useViewNarrow } from './view-narrow';

/** Why there is nothing older. */
export function StartText({ start }: { start: HistoryStart }) {
  const creatorId = start.kind === 'channel' ? start.creatorId : undefined;
  const creator = useClientState((state) => (creatorId === undefined ? '' : userOf(state, creatorId).full_name));
  switch (start.kind) {
    case 'limited':
      return t('start.limited');
    case 'conversation':
      return t('start.conversation');
    case 'view':
      return t('start.view');
    case 'protected':
      return t('start.protected', { channel: start.channel.name });
    case 'retention':
      return start.channel
        ? t('start.retention', { channel: start.channel.name, days: start.days })
        : t('start.retentionAll', { days: start.days });
    case 'channel': {
      const values = { channel: start.channel.name, date: fullDayText(start.channel.date_created), creator };
      return creator === '' ? t('start.channel', values) : t('start.channelBy', values);
    }
  }
}

/** What stands above the oldest message there is. */
export function ListStart() {
  const { store } = useClient();
  const narrow = useViewNarrow();
  const channels = useClientState((state) => state.channels);
  const historyLimited = useClientState((state) => state.windows.get(narrowKey(narrow))?.historyLimited === true);
  const start = historyStartOf({ ...store.get(), channels }, narrow, { historyLimited });
  return (
    <article className="list-start">
      <StartText start={start} />
    </article>
  );
}

/** Says that one only looks at a channel, and how to take part. */
function ChannelNotice({ channel }: { channel: Channel }) {
  const canSubscribe = useClientState((state) => canSubscribeTo(state, channel));
  if (channel.is_archived) return <p>{t('end.archived', { channel: channel.name })}</p>;
  return (
    <>
      <p>{t('end.notSubscribed', { channel: channel.name })}</p>
      {canSubscribe ? (
        <Button onClick={() => subscribeTo(channel)}>{t('warning.subscribe')}</Button>
      ) : (
        <a href={channelSettingsAddress(channel, 'general')}>{t('end.aboutChannel')}</a>
      )}
    </>
  );
}

/** The way on from a conversation that has been read. */
function NextUnread() {
  const narrow = useViewNarrow();
  const kind = kindOf(narrow);
  const key = narrowKey(narrow);
  const hasUnread = useClientState((state) => {
    const ids = state.windows.get(key)?.ids ?? [];
    return ids.some((id) => state.unreadPlaces.has(id));
  });
  const hasMore = useClientState((state) => {
    const { home, directs } = unreadCounts(state);
    return (kind === 'topic' ? home - directs : directs) > 0;
  });
  if ((kind !== 'topic' && kind !== 'direct') || hasUnread || !hasMore) return null;
  const isTopic = kind === 'topic';
  return (
    <Button onClick={() => runCommand(isTopic ? 'nextUnreadTopic' : 'nextUnreadDirect')}>
      {t(isTopic ? 'end.nextTopic' : 'end.nextDirect')}
      <ArrowRight className="mirrored" size="1rem" aria-hidden="true" />
    </Button>
  );
}

/** What stands below the newest message: its place is always as high, so that reading moves nothing. */
export function ListEnd() {
  const channelId = operandOf(useViewNarrow(), 'channel');
  const channel = useClientState((state) =>
    typeof channelId === 'number' ? state.channels.get(channelId) : undefined,
  );
  const isOutside = channel !== undefined && (channel.is_archived || !channel.isSubscribed);
  return <article className="list-end">{isOutside ? <ChannelNotice channel={channel} /> : <NextUnread />}</article>;
}
