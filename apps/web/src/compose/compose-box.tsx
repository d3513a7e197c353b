import { MessageSquarePlus, UserRoundPlus } from 'lucide-react';
import { type Client, namesOf, useClient } from '../client/client';
import { useCommands } from '../client/commands';
import { narrowAddress } from '../narrow/address';
import { type Narrow, directNarrow, narrowKey, topicNarrow } from '../narrow/terms';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { Button } from '../ui/button';
import { ComposeForm } from './compose-form';
import { draftsOf } from './drafts';
import { Outgoing } from './outgoing';
import { RecipientBar, TopicField } from './recipient-bar';
import { type Target, chosenTarget, recipientOf, targetKey, targetOfNarrow, writeTo } from './target';
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

/** Opens the conversation that is written to. @returns whether somebody has said which */
function goToWritten({ store }: Client, target: Target | undefined): boolean {
  const recipient = target && recipientOf(target);
  if (!recipient) return false;
  const narrow =
    recipient.type === 'channel'
      ? topicNarrow(recipient.channelId, recipient.topic)
      : directNarrow([...recipient.userIds]);
  location.hash = narrowAddress(narrow, namesOf(store.get()));
  return true;
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
    goToWritten: () => goToWritten(client, target),
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
