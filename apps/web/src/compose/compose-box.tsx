import { type LucideIcon, MessageSquarePlus, UserRoundPlus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { type Client, namesOf, useClient, useClientState } from '../client/client';
import { useCommands } from '../client/commands';
import { composeIsOpen } from '../client/device-choices';
import { goTo } from '../client/location';
import { confirmDone } from '../client/notices';
import { selection } from '../client/selection';
import { narrowAddress } from '../narrow/address';
import { type Narrow, directNarrow, kindOf, narrowKey, topicNarrow } from '../narrow/terms';
import type { Recipient } from '../outbox/outbox';
import { Hint } from '../parts/hint';
import { topicPermissions } from '../store/channel-permissions';
import { useSlice } from '../store/store';
import { isResolved } from '../store/topics';
import { t } from '../strings/strings';
import { Button } from '../ui/button';
import { isPlainClick } from '../ui/plain-click';
import { isTouch } from '../ui/touch';
import { sentHere, showsSent } from './after-sending';
import { hasFiles } from './attach';
import { ComposeForm } from './compose-form';
import { draftsOf } from './drafts';
import { Outgoing } from './outgoing';
import { RecipientBar, TopicField } from './recipient-bar';
import {
  type Target,
  boxKey,
  chosenTarget,
  recipientOf,
  targetKey,
  targetOfNarrow,
  targetText,
  typedTarget,
  writeTo,
  writtenTo,
} from './target';
import { useMovedTarget } from './use-moved-target';
import './compose.css';

/** Files over the view open the box, which takes them. */
function useOpeningByDrag(onFiles: () => void, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const onEnter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles();
    };
    window.addEventListener('dragenter', onEnter);
    return () => window.removeEventListener('dragenter', onEnter);
  });
}

/** Text that was being typed stays in the box when another view is opened, unless somebody chose what to write there. */
function useStayingText(view: string, own: Target | undefined): void {
  const ownKey = own && targetKey(own);
  useLayoutEffect(() => {
    const typed = typedTarget.get();
    if (!typed || !composeIsOpen.get() || chosenTarget.get()?.view === view) return;
    if (targetKey(typed) !== ownKey) chosenTarget.set({ view, target: typed });
  }, [view, ownKey]);
  // A view without a box is left with nothing in hand: the text is a draft of its conversation.
  useEffect(() => () => typedTarget.set(undefined), []);
}

/** A press into the list, beside the messages, puts the box away (web-details.md D.1). */
function useClosingByClick(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const onClick = (event: MouseEvent): void => {
      const { target } = event;
      const isBeside =
        target instanceof Element && target.closest('.messages-place, .empty') && !target.closest('article.message');
      if (isBeside && !isTouch() && isPlainClick(event)) latest.current();
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [isOpen]);
}

/** On small windows only its picture is seen. */
function ElsewhereButton({ icon: Icon, text, onClick }: { icon: LucideIcon; text: string; onClick: () => void }) {
  return (
    <Button className="compose-elsewhere" title={text} aria-label={text} onClick={onClick}>
      <Icon size="1rem" aria-hidden="true" />
      <span>{text}</span>
    </Button>
  );
}

/** The beginning of a message: to the view, if the box is closed there, or to somewhere. */
function Beginnings({ view, target }: { view: string; target: Target | undefined }) {
  const name = useClientState((state) => (target ? targetText(state, target) : ''));
  useOpeningByDrag(() => target && writeTo(view, target), target !== undefined);
  return (
    <div className="compose-begin">
      {target && (
        <Button className="compose-here" onClick={() => writeTo(view, target)}>
          <span>{t('compose.placeholderTo', { name })}</span>
        </Button>
      )}
      <ElsewhereButton
        icon={MessageSquarePlus}
        text={t('compose.newChannelMessage')}
        onClick={() => writeTo(view, { type: 'channel' })}
      />
      <ElsewhereButton
        icon={UserRoundPlus}
        text={t('compose.newDirectMessage')}
        onClick={() => writeTo(view, { type: 'direct', userIds: [] })}
      />
    </div>
  );
}

/** Says once why messages are faded: in feeds, and where one writes to elsewhere. */
function FadingHint({ own, target }: { own: Target | undefined; target: Target }) {
  const isWriting = useSlice(writtenTo, (key) => key !== undefined && key === targetKey(target));
  const isFeed = own === undefined || (own.type === 'channel' && own.topic === undefined);
  if (!isWriting || (!isFeed && targetKey(own) === targetKey(target))) return null;
  return isFeed ? (
    <Hint step="interleaved_view_messages_fading" text="hint.fadingInFeed" />
  ) : (
    <Hint step="non_interleaved_view_messages_fading" text="hint.fading" />
  );
}

/** Says once, to whoever may do it, that topics can be resolved. */
function ResolvingHint({ target }: { target: Target | undefined }) {
  const canResolve = useClientState((state) => {
    if (target?.type !== 'channel' || target.channelId === undefined) return false;
    if (target.topic === undefined || isResolved(target.topic)) return false;
    const channel = state.channels.get(target.channelId);
    return channel !== undefined && topicPermissions(state, channel, target.topic).canResolve;
  });
  // Whoever writes has no room for it.
  const isWriting = useSlice(typedTarget, (typed) => typed !== undefined);
  return canResolve && !isWriting && <Hint step="intro_resolve_topic" text="hint.resolving" />;
}

/** Closes the box; what stands in it is a draft, and reading goes on. */
function closeBox(client: Client, target: Target, isOfView: boolean): void {
  if (draftsOf(client).find(target)) confirmDone(t('compose.draftSaved'));
  chosenTarget.set(undefined);
  typedTarget.set(undefined);
  if (isOfView) composeIsOpen.set(false);
  const selected = selection.get();
  if (selected) selection.set({ ...selected, takesFocus: true });
  else document.getElementById('main-view')?.focus();
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

/** Escape goes on from whom one writes to to the text; from there it closes the box (web-details.md D.1). */
function leaveTargetByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.closest('.conversation')?.querySelector<HTMLElement>('.compose .compose-text')?.focus();
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

/** Whether a view shows what it searches for, so that a new message may not be among it. */
function isSearchView(narrow: Narrow): boolean {
  const kind = kindOf(narrow);
  return kind === 'search' || kind === 'other';
}

/** Whether a target is what a view is about: its conversation, or any topic of its channel. */
function isWithin(own: Target, target: Target): boolean {
  if (targetKey(target) === targetKey(own)) return true;
  const isChannel = own.type === 'channel' && own.topic === undefined;
  return isChannel && target.type === 'channel' && target.channelId === own.channelId;
}

/** Where one writes: to the view, or to whom somebody has chosen. */
export default function ComposeBox({ narrow }: { narrow: Narrow }) {
  const client = useClient();
  const view = narrowKey(narrow);
  const own = targetOfNarrow(narrow);
  const chosen = useSlice(chosenTarget, (value) => (value?.view === view ? value.target : undefined));
  const target = chosen ?? own;
  const isOpen = useSlice(composeIsOpen, (value) => value);
  useMovedTarget(view, target);
  useStayingText(view, own);
  const close = (): boolean => {
    if (!target || !isOpen) return false;
    closeBox(client, target, own !== undefined);
    return true;
  };
  const ownChannel = own?.type === 'channel' ? { channelId: own.channelId } : {};
  useCommands({
    newChannelMessage: () => writeTo(view, { type: 'channel', ...ownChannel }),
    newDirectMessage: () => writeTo(view, { type: 'direct', userIds: [] }),
    goToWritten: () => goToWritten(client, target),
    // Wherever the focus is: what is open is closed before the view is left.
    stepOut: close,
    goHome: close,
    ...(own ? { reply: () => writeTo(view, target ?? own) } : {}),
  });
  useClosingByClick(isOpen && target !== undefined, close);
  if (!target || !isOpen) {
    return (
      <>
        {own && <Outgoing target={own} view={narrow} />}
        <ResolvingHint target={own} />
        <Beginnings view={view} target={target} />
      </>
    );
  }
  const change = (next: Target): void => {
    draftsOf(client).retarget(target, next);
    if (typedTarget.get()) typedTarget.set(next);
    chosenTarget.set({ view, target: next });
  };
  const leave = (): void => {
    typedTarget.set(undefined);
    chosenTarget.set(undefined);
  };
  const isOfView = own !== undefined && isWithin(own, target);
  const needsTopic = isOfView && own.type === 'channel' && own.topic === undefined && target.type === 'channel';
  return (
    <>
      <Outgoing target={target} view={narrow} />
      <FadingHint own={own} target={target} />
      {isOfView && <ResolvingHint target={own} />}
      {(!isOfView || needsTopic) && (
        <div className="compose-target" onKeyDown={leaveTargetByKey}>
          {needsTopic ? (
            <TopicField target={target} onChange={change} />
          ) : (
            <RecipientBar
              target={target}
              onChange={change}
              onGo={recipientOf(target) && (() => goToWritten(client, target))}
              onClose={leave}
            />
          )}
        </div>
      )}
      {/* Who goes on in the same conversation keeps the box, with its caret. */}
      <ComposeForm
        key={boxKey(view, own, target)}
        target={target}
        view={view}
        isSearch={isSearchView(narrow)}
        onClose={close}
        onSent={(recipient) => showSent(client, narrow, recipient)}
      />
    </>
  );
}
