import { MessageSquarePlus, UserRoundPlus } from 'lucide-react';
import { useClient } from '../client/client';
import { useCommands } from '../client/commands';
import { type Narrow, narrowKey } from '../narrow/terms';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { Button } from '../ui/button';
import { ComposeForm } from './compose-form';
import { draftsOf } from './drafts';
import { Outgoing } from './outgoing';
import { RecipientBar, TopicField } from './recipient-bar';
import { type Target, chosenTarget, targetKey, targetOfNarrow, writeTo } from './target';
import './compose.css';

/** The beginning of a message to somewhere, in a view that does not say where. */
function Beginnings({ view }: { view: string }) {
  return (
    <div className="compose-begin">
      <Button onClick={() => writeTo(view, { type: 'channel' })}>
        <MessageSquarePlus size="1rem" aria-hidden="true" />
        {t('compose.newChannelMessage')}
      </Button>
      <Button onClick={() => writeTo(view, { type: 'direct', userIds: [] })}>
        <UserRoundPlus size="1rem" aria-hidden="true" />
        {t('compose.newDirectMessage')}
      </Button>
    </div>
  );
}

/** Where one writes: to the view, or to whom somebody has chosen. */
export default function ComposeBox({ narrow }: { narrow: Narrow }) {
  const client = useClient();
  const view = narrowKey(narrow);
  const own = targetOfNarrow(narrow);
  const chosen = useSlice(chosenTarget, (value) => (value?.view === view ? value.target : undefined));
  const target = chosen ?? own;
  const ownChannel = own?.type === 'channel' ? { channelId: own.channelId } : {};
  useCommands({
    newChannelMessage: () => writeTo(view, { type: 'channel', ...ownChannel }),
    newDirectMessage: () => writeTo(view, { type: 'direct', userIds: [] }),
    ...(own ? { reply: () => writeTo(view, target ?? own) } : {}),
  });
  if (!target) return <Beginnings view={view} />;
  const change = (next: Target): void => {
    draftsOf(client).retarget(target, next);
    chosenTarget.set({ view, target: next });
  };
  const isOfView =
    own !== undefined &&
    (targetKey(target) === targetKey(own) ||
      (own.type === 'channel' &&
        own.topic === undefined &&
        target.type === 'channel' &&
        target.channelId === own.channelId));
  const needsTopic = isOfView && own.type === 'channel' && own.topic === undefined && target.type === 'channel';
  return (
    <>
      <Outgoing target={target} />
      {!isOfView && <RecipientBar target={target} onChange={change} onClose={() => chosenTarget.set(undefined)} />}
      {needsTopic && (
        <div className="compose-target">
          <TopicField target={target} onChange={change} />
        </div>
      )}
      <ComposeForm key={chosen ? view : targetKey(target)} target={target} />
    </>
  );
}
