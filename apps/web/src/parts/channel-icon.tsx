import { Archive, Globe, Hash, Lock } from 'lucide-react';
import type { Channel } from '../store/state';
import { t } from '../strings/strings';

/** What kind of channel it is; the kind is said by name too, never by colour alone. */
export function ChannelIcon({ channel }: { channel: Pick<Channel, 'invite_only' | 'is_web_public' | 'is_archived'> }) {
  const props = { className: 'icon', size: '1em', role: 'img' } as const;
  if (channel.is_archived) return <Archive {...props} aria-label={t('channel.archived')} />;
  if (channel.is_web_public) return <Globe {...props} aria-label={t('channel.webPublic')} />;
  if (channel.invite_only) return <Lock {...props} aria-label={t('channel.private')} />;
  return <Hash {...props} aria-label={t('channel.public')} />;
}
