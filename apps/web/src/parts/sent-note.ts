import type { Client } from '../client/client';
import { confirmDone } from '../client/notices';
import type { Outgoing } from '../outbox/outbox';
import { TopicPolicy } from '../store/unread-counts';
import { t } from '../strings/strings';
import { setPolicy } from './channel-actions';

const TEXTS = {
  [TopicPolicy.Unmuted]: 'sent.unmuted',
  [TopicPolicy.Followed]: 'sent.followed',
} as const;

function isNamed(policy: number | undefined): policy is keyof typeof TEXTS {
  return policy !== undefined && policy in TEXTS;
}

/** Says that a topic reaches the user in another way now because something was written there, and takes that back. */
export function notePolicy(client: Client, { recipient }: Outgoing, policy: number | undefined): void {
  if (recipient.type !== 'channel' || !isNamed(policy)) return;
  const { channelId, topic } = recipient;
  confirmDone(t(TEXTS[policy]), {
    text: t('menu.undo'),
    run: () => setPolicy(client, channelId, topic, TopicPolicy.Inherit),
  });
}
