import { Pencil } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useClientState } from '../../client/client';
import { topicPermissions } from '../../store/channel-permissions';
import { t } from '../../strings/strings';
import { IconButton } from '../../ui/button';
import type { RenameTopicProps } from './topic-field';

const TopicField = lazy(() => import('./topic-field'));

/** Renames a topic in its place; for those who may. */
export function RenameTopic(props: RenameTopicProps) {
  const { channel, topic } = props;
  const canRename = useClientState((state) => topicPermissions(state, channel, topic).canRename);
  const [mode, setMode] = useState<'closed' | 'open' | 'was-open'>('closed');
  if (!canRename) return null;
  const button = (
    <IconButton
      className="more-button"
      label={t('topic.rename')}
      // The focus comes back to where it was before.
      autoFocus={mode === 'was-open'}
      onClick={() => setMode('open')}
    >
      <Pencil size="0.9375rem" aria-hidden="true" />
    </IconButton>
  );
  if (mode !== 'open') return button;
  return (
    <Suspense fallback={button}>
      <TopicField {...props} onClose={() => setMode('was-open')} />
    </Suspense>
  );
}
