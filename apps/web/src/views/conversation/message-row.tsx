import { Star } from 'lucide-react';
import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  Suspense,
  lazy,
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useClient } from '../../client/client';
import { selection } from '../../client/selection';
import { OutgoingNote } from '../../compose/outgoing';
import { targetKey, targetOfMessage, writtenTo } from '../../compose/target';
import { kindOf } from '../../narrow/terms';
import { messageAddress } from '../../parts/addresses';
import { fullMomentText, timeText } from '../../parts/moment-text';
import { openCard } from '../../parts/people-cards';
import { StatusSign } from '../../parts/status-emoji';
import { type Mention, MessageContent } from '../../render/message-content';
import type { Outgoing } from '../../outbox/outbox';
import type { MessageFacts } from '../../render/facts';
import type { Message } from '../../store/message';
import { useSlice } from '../../store/store';
import { t } from '../../strings/strings';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { isTouch } from '../../ui/touch';
import { edits } from './actions/editing';
import { toggleCollapsed } from './actions/message-actions';
import { menuWanted, messageDialog } from './actions/message-dialog';
import { LongContent } from './long-content';
import { MessageTools } from './message-tools';
import { Reactions } from './reactions';
import { ReminderNote } from './reminder-note';
import { reveal, revealed } from './revealed';
import { type RowFacts, useRowFacts } from './row-facts';
import { EditingMark } from './typing-row';
import { useViewNarrow } from './view-narrow';
import { MessageWidget, useWidget } from './widgets/message-widget';

const EditBox = lazy(() => import('./edit-box'));

/** Says that a message was changed, and shows how where the organization shows that. */
function ChangeMark({ message, change, isReadOnly }: { message: Message } & Pick<RowFacts, 'change' | 'isReadOnly'>) {
  if (change === undefined) return null;
  const text = t(`message.${change}`);
  const id = `change-${message.id}`;
  if (isReadOnly) {
    return (
      <span id={id} className="message-mark">
        {text}
      </span>
    );
  }
  return (
    <button
      type="button"
      id={id}
      className="message-mark"
      title={t('message.history')}
      onClick={() => messageDialog.set({ kind: 'history', messageId: message.id })}
    >
      {text}
    </button>
  );
}

const WILDCARD_FLAGS = ['wildcard_mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'];
const hasWildcard = (flags: Message['flags']): boolean => WILDCARD_FLAGS.some((flag) => flags.has(flag));
const NO_WORDS: MessageFacts['alertWords'] = [];

const nothing = (): void => undefined;

function useFactsOf(message: Message, alertWords: MessageFacts['alertWords']): MessageFacts {
  const { flags, is_me_message: isMeMessage } = message;
  const isMentioned = flags.has('mentioned');
  const isWildcardMentioned = hasWildcard(flags);
  const hidesPreviews = flags.has('hide_link_previews');
  const shown = flags.has('has_alert_word') ? alertWords : NO_WORDS;
  // New only where something else is to be shown: what stands on the screen is not made anew for other flags.
  return useMemo(
    () => ({ isMentioned, isWildcardMentioned, isMeMessage, hidesPreviews, alertWords: shown }),
    [isMentioned, isWildcardMentioned, isMeMessage, hidesPreviews, shown],
  );
}

interface MessageRowProps {
  /** Stays the same when a message that was on its way is there. */
  rowKey: string;
  message: Message;
  showsSender: boolean;
  /** It is on its way: nothing can be done with it but what its state allows. */
  local?: Outgoing;
  /** Where it stands in the feed, from 1 on, and how many messages there are: -1 where that is not known. */
  position?: number;
  setSize?: number;
}

/** When it was sent, which leads to it; keys have other ways there, and so no stop for each message. */
function Time({
  message,
  isLocal,
  usesTwentyFourHours,
}: { message: Message; isLocal: boolean } & Pick<RowFacts, 'usesTwentyFourHours'>) {
  const { store } = useClient();
  const time = (
    <time
      id={`time-${message.id}`}
      dateTime={new Date(message.timestamp * 1000).toISOString()}
      title={fullMomentText(message.timestamp)}
    >
      {timeText(message.timestamp, usesTwentyFourHours)}
    </time>
  );
  if (isLocal) return <span className="message-time">{time}</span>;
  return (
    <a className="message-time" href={messageAddress(store.get(), message)} tabIndex={-1}>
      {time}
    </a>
  );
}

/** Whether the message is the selected one; the focus follows where keys moved the selection. */
function useSelected(messageId: number) {
  const row = useRef<HTMLElement>(null);
  const own = useSlice(selection, (selected) => (selected?.messageId === messageId ? selected : undefined));
  const isSelected = own !== undefined;
  const takesFocus = own?.takesFocus === true;
  const select = (): void => {
    if (!isSelected) selection.set({ messageId, takesFocus: false });
  };
  useEffect(() => {
    if (takesFocus && !row.current?.contains(document.activeElement)) row.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return { row, isSelected, takesFocus, select };
}

/** Whether the pointer or the focus is in a row, or something of it is open. */
function useActive(messageId: number, row: RefObject<HTMLElement | null>, select: () => void) {
  const [isHovered, setHovered] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isMenuWanted = useSlice(menuWanted, (id) => id === messageId);
  const change = (next: boolean): void => {
    setOpen(next);
    if (next || !isMenuWanted) return;
    menuWanted.set(undefined);
    // The menu would give the focus to its button, which is there no longer than the menu.
    if (document.activeElement?.closest('[role=menu]')) row.current?.focus({ preventScroll: true });
  };
  return {
    // A finger has no way to hover: a long press opens the menu, and nothing lies over the text before.
    isActive: isHovered || (hasFocus && !isTouch()) || isOpen || isMenuWanted,
    isMenuWanted,
    openMenu: () => menuWanted.set(messageId),
    setOpen: change,
    handlers: {
      onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => {
        setFocus(true);
        select();
      },
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocus(false);
      },
    },
  };
}

/** Whether it is hidden because its sender is muted; each such message can be shown by itself. */
function useHidden({ id }: Message, isSenderMuted: boolean): boolean {
  return useSlice(revealed, (ids) => isSenderMuted && !ids.has(id));
}

/** What the message will say, until it does. */
function SavingText({ text }: { text: string }) {
  return (
    <>
      <p className="message-saving" dir="auto">
        {text.trim() === '' ? '(deleted)' : text}
      </p>
      <span className="message-mark" role="status">
        {t('edit.saving')}
      </span>
    </>
  );
}

interface BodyProps extends Pick<MessageRowProps, 'message' | 'rowKey'> {
  facts: RowFacts;
  isHidden: boolean;
}

function Body({ message, rowKey, facts, isHidden }: BodyProps) {
  const messageFacts = useFactsOf(message, facts.alertWords);
  const edit = useSlice(edits, (all) => all.get(message.id));
  const isCollapsed = message.flags.has('collapsed');
  const client = useClient();
  const view = useViewNarrow();
  const widget = useWidget(message, facts.userId);
  const showMentioned = ({ kind, id, element }: Mention): void =>
    openCard.set({ kind, id, anchor: element, from: { messageId: message.id, view } });
  const content = (
    <MessageContent
      id={`text-${message.id}`}
      html={message.content}
      facts={facts.render}
      message={messageFacts}
      // Cards are for members: they say what may be done with people.
      onMention={facts.isReadOnly ? undefined : showMentioned}
    />
  );
  if (edit?.state === 'saving') return <SavingText text={edit.text} />;
  if (edit) {
    return (
      <Suspense fallback={content}>
        <EditBox message={message} edit={edit} />
      </Suspense>
    );
  }
  if (isHidden) {
    return (
      <Button kind="quiet" id={`text-${message.id}`} className="message-expand" onClick={() => reveal(message.id)}>
        {t('message.showMuted')}
      </Button>
    );
  }
  if (isCollapsed) {
    return (
      <Button
        kind="quiet"
        id={`text-${message.id}`}
        className="message-expand"
        onClick={() => toggleCollapsed(client, message)}
      >
        {t('message.expand')}
      </Button>
    );
  }
  if (widget) {
    return (
      <div id={`text-${message.id}`}>
        <MessageWidget message={message} widget={widget} />
      </div>
    );
  }
  // What a search found may stand anywhere in it.
  if (kindOf(view) === 'search') return content;
  return (
    <LongContent rowKey={rowKey} html={message.content} isUnread={!message.flags.has('read')}>
      {content}
    </LongContent>
  );
}

interface SenderProps {
  message: Message;
  name: string;
  /** Otherwise the name only stands there for screen readers. */
  onPress?: (event: { currentTarget: Element }) => void;
}

/** Who wrote it, and the way to the card about them. */
function Sender({ message, name, onPress }: SenderProps) {
  const id = `sender-${message.id}`;
  if (!onPress) return <bdi id={id}>{name}</bdi>;
  return (
    <button type="button" id={id} className="message-sender" aria-haspopup="dialog" onClick={onPress}>
      <bdi>{name}</bdi>
    </button>
  );
}

interface Named {
  message: Pick<Message, 'id' | 'reactions'>;
  isChanged: boolean;
  isHidden: boolean;
}

/** Who reads by ear hears who wrote what, when, whether it was changed, and how many reacted (web-details.md I). */
function namedBy({ message: { id, reactions }, isChanged, isHidden }: Named): string {
  const change = isChanged ? ` change-${id}` : '';
  const count = reactions.length > 0 && !isHidden ? ` reactions-${id}` : '';
  return `sender-${id} text-${id} time-${id}${change}${count}`;
}

interface PartsProps extends Pick<MessageRowProps, 'rowKey' | 'message' | 'showsSender' | 'local'> {
  facts: RowFacts;
  isHidden: boolean;
}

/** What a message says and shows; drawn anew only where that changes, and not with its place in the feed. */
const Parts = memo(function Parts({ rowKey, message, showsSender, local, facts, isHidden }: PartsProps) {
  const { sender, isReadOnly, change, remindsAt } = facts;
  const view = useViewNarrow();
  const showSender = ({ currentTarget: anchor }: { currentTarget: Element }): void =>
    openCard.set({ kind: 'user', id: message.sender_id, anchor, from: { messageId: message.id, view } });
  const name = isHidden ? t('user.muted') : sender.full_name;
  return (
    <>
      <div className="message-side">
        {showsSender && (
          // The name beside it is the control; the picture is only larger to hit.
          <button
            type="button"
            className="message-picture"
            tabIndex={-1}
            aria-hidden="true"
            onClick={isReadOnly ? undefined : showSender}
          >
            <Avatar userId={sender.user_id} name={name} url={isHidden ? null : sender.avatar_url} />
          </button>
        )}
      </div>
      <div className="message-body">
        <div className={showsSender ? 'message-head' : 'visually-hidden'}>
          <Sender message={message} name={name} onPress={showsSender && !isReadOnly ? showSender : undefined} />
          {showsSender && !isHidden && <StatusSign status={facts.status} />}
          {sender.is_bot && <span className="message-mark">{t('user.bot')}</span>}
          {sender.is_guest && facts.marksGuests && <span className="message-mark">{t('role.guest')}</span>}
          {showsSender && <ChangeMark {...{ message, change, isReadOnly }} />}
          {showsSender && facts.isBeingEdited && <EditingMark />}
        </div>
        <Body {...{ message, rowKey, facts, isHidden }} />
        {!showsSender && <ChangeMark {...{ message, change, isReadOnly }} />}
        {local && <OutgoingNote message={local} />}
        {!isHidden && !local && <Reactions message={message} />}
        {!isHidden && message.reactions.length > 0 && (
          <span id={`reactions-${message.id}`} hidden>
            {t('message.reactionCount', { count: message.reactions.length })}
          </span>
        )}
        {!local && remindsAt !== undefined && <ReminderNote at={remindsAt} />}
      </div>
      <div className="message-end">
        {message.flags.has('starred') && (
          <Star
            className="message-star"
            size="0.875rem"
            fill="currentColor"
            role="img"
            aria-label={t('message.starred')}
          />
        )}
        <Time message={message} isLocal={local !== undefined} usesTwentyFourHours={facts.usesTwentyFourHours} />
      </div>
    </>
  );
});

/** One message: who, what, when, what others made of it, and what can be done with it. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { rowKey, message, showsSender, local, position, setSize } = props;
  const facts = useRowFacts(message);
  const { row, isSelected, takesFocus, select } = useSelected(message.id);
  const active = useActive(message.id, row, local ? nothing : select);
  const isRead = message.flags.has('read');
  const isFaded = useSlice(writtenTo, (key) => key !== undefined && key !== targetKey(targetOfMessage(message)));
  const isHidden = useHidden(message, facts.isSenderMuted);
  const isChanged = facts.change !== undefined;
  const tint = message.flags.has('mentioned') || hasWildcard(message.flags) ? 'mention' : message.type;
  return (
    <article
      ref={row}
      className="message"
      tabIndex={isSelected ? 0 : -1}
      data-message-id={local ? undefined : message.id}
      data-local={local?.state}
      data-selected={takesFocus || undefined}
      data-tint={tint}
      data-me={message.is_me_message || undefined}
      data-unread={isRead ? undefined : true}
      data-continued={showsSender ? undefined : true}
      data-faded={isFaded || undefined}
      aria-labelledby={namedBy({ message, isChanged, isHidden })}
      aria-posinset={position}
      aria-setsize={setSize}
      onContextMenu={(event) => {
        // A long press: a mouse keeps the browser's own menu.
        if (!isTouch() || local) return;
        event.preventDefault();
        active.openMenu();
      }}
      {...active.handlers}
    >
      <Parts {...{ rowKey, message, showsSender, local, facts, isHidden }} />
      {active.isActive && !local && (
        <MessageTools message={message} isMenuWanted={active.isMenuWanted} onOpenChange={active.setOpen} />
      )}
    </article>
  );
});
