import { BellOff, Rss, Volume2 } from 'lucide-react';
import { TopicPolicy } from '../store/unread-counts';
import { t } from '../strings/strings';
import './parts.css';

const MARKS = {
  [TopicPolicy.Muted]: { Icon: BellOff, text: 'topics.muted' },
  [TopicPolicy.Unmuted]: { Icon: Volume2, text: 'topics.unmuted' },
  [TopicPolicy.Followed]: { Icon: Rss, text: 'topics.followed' },
} as const;

/** What the user chose for a topic; nothing if that is as its channel has it. */
export function PolicyMark({ policy }: { policy: number }) {
  const mark = Object.entries(MARKS).find(([key]) => Number(key) === policy)?.[1];
  return mark ? <mark.Icon className="icon" size="1em" role="img" aria-label={t(mark.text)} /> : null;
}
