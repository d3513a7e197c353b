import { Check } from 'lucide-react';
import { useClientState } from '../client/client';
import { isResolved, unresolvedName } from '../store/topics';
import { t } from '../strings/strings';

/** A topic as people see it: its check mark if it is resolved, the organization's name for the empty one. */
export function TopicName({ topic }: { topic: string }) {
  const emptyName = useClientState((state) => state.organization.realm_empty_topic_display_name);
  const name = unresolvedName(topic);
  return (
    <>
      {isResolved(topic) && <Check className="icon" size="1em" role="img" aria-label={t('topic.resolved')} />}
      {name === '' ? <em>{emptyName}</em> : <bdi>{name}</bdi>}
    </>
  );
}
