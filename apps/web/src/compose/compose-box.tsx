import { MessageSquarePlus, UserRoundPlus } from 'lucide-react';
import { type Client, namesOf, useClient } from '../client/client';
import { useCommands } from '../client/commands';
import { goTo } from '../client/location';
import { confirmDone } from '../client/notices';
import { narrowAddress } from '../narrow/address';
import { type Narrow, directNarrow, narrowKey, topicNarrow } from '../narrow/terms';
import type { Recipient } from '../outbox/outbox';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { Button } from '../ui/button';
import { sentHere, showsSent } from './after-sending';
import { ComposeForm } from './compose-form';
import { draftsOf } from './drafts';
import { Outgoing } from './outgoing';
import { RecipientBar, TopicField } from './recipient-bar';
import { type Target, chosenTarget, recipientOf, targetKey, targetOfNarrow, targetText, writeTo } from './target';
import { useMovedTarget } from './use-moved-target';
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

function narrowOf(recipient: Recipient): Narrow {
  return recipient.type === 'channel'
    ? topicNarrow(recipient.channelId, recipient.topic)
    : directNarrow([...recipient.userIds]);
}

/** Opens the conversation that is written to. @returns whether somebody has said which */
function goToWritten({ store }: Client, target: Target | undefined): boolean {
  const recipient = target && recipientOf(target);
  if (!recipient) return false;
  goTo(narrowAddress(narrowOf(recipient), namesOf(store.get())));
  return true;
}

/** Shows what was sent where the view does not, or says where it is, as the user has chosen. */
function showSent({ store }: Client, view: Narrow, recipient: Recipient): void {
  const state = store.get();
  if (showsSent(state, view, recipient)) return sentHere.set({ view: narrowKey(view) });
  const narrow = narrowOf(recipient);
  const address = narrowAddress(narrow, namesOf(state));
  if (!state.settings.web_navigate_to_sent_message) {
    const text = t('sent.elsewhere', { name: targetText(state, recipient) });
    return confirmDone(text, { text: t('sent.goThere'), run: () => goTo(address) });
  }
  goTo(address);
  writeTo(narrowKey(narrow), recipient);
}

/** Where one writes: to the view, or to whom somebody has chosen. */
export default function ComposeBox({ narrow }: { narrow: Narrow }) {
  const client = useClient();
  const view = narrowKey(narrow);
  const own = targetOfNarrow(narrow);
  const chosen = useSlice(chosenTarget, (value) => (value?.view === view ? value.target : undefined));
  const target = chosen ?? own;
  useMovedTarget(view, target);
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
      <ComposeForm
        key={chosen ? view : targetKey(target)}
        target={target}
        onSent={(recipient) => showSent(client, narrow, recipient)}
      />
    </>
  );
}
