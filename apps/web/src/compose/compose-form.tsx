import { SendHorizontal, X } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useClient, useClientState } from '../client/client';
import { confirmDone } from '../client/notices';
import { useToday } from '../client/today';
import { runCommand } from '../client/commands';
import type { Recipient } from '../outbox/outbox';
import { prepareEcho } from '../parts/echo/render-echo';
import type { State } from '../store/state';
import { isSameData, useSlice } from '../store/store';
import { t } from '../strings/strings';
import { IconButton } from '../ui/button';
import { composeHeight } from './box-height';
import { needsConsent, problemOf } from './checks';
import { draftsOf } from './drafts';
import { Editor } from './editor';
import { isSendKey } from './keys';
import { OtherDrafts } from './other-drafts';
import { type PendingQuote, forgetQuote, pendingQuotes } from './pending-quotes';
import { placeholderFor } from './placeholder';
import { blockAt, markReplaced } from './quote';
import { type Target, composeRequest, recipientOf, targetKey, typedTarget, writtenTo } from './target';
import { type Uploads, uploadsOf } from './uploads';
import { hasFiles } from './attach';
import { applyEdit, insertText, selectedIn } from './text-edits';
import { isOnWay, textsOnWay } from './later/on-way';
import { ScheduleButton } from './later/schedule-button';
import { ResizeHandle } from './resize-handle';
import { SizeButton, composeIsLarge } from './size-button';
import { SnippetButton } from './snippets/snippet-button';
import { WidgetButtons } from './widgets/widget-buttons';
import { stoppedTyping, typed } from './typing';
import { useKnownSubscribers, useKnownTopics, useWarnings } from './use-warnings';
import { WarningBanner, problemText } from './warnings';
import { WhoDecides } from './who-decides';
import { noteWrittenTo } from './written-channels';

/** Where whoever wants to write begins: with whom it is for, then with the topic, where that is still to be said. */
function firstField(area: HTMLElement, target: Target): HTMLElement {
  const place = area.closest('.conversation');
  const lacksTopic = target.type === 'channel' && target.topic === undefined;
  const field = recipientOf(target)
    ? lacksTopic && place?.querySelector<HTMLElement>('.compose-topic:enabled')
    : place?.querySelector<HTMLElement>('.compose-target input');
  return field || area;
}

/** Takes up text that waits for the box of a view: it is typed, so that it can be undone. */
function useRequests(area: RefObject<HTMLTextAreaElement | null>, target: Target, view: string): void {
  const latest = useRef(target);
  // Until somebody is in the box, what is written there goes on at its end.
  const hasCaret = useRef(false);
  useEffect(() => {
    latest.current = target;
  });
  useEffect(() => {
    const noteCaret = (): void => {
      hasCaret.current = true;
    };
    const element = area.current;
    element?.addEventListener('focus', noteCaret);
    return () => element?.removeEventListener('focus', noteCaret);
  }, [area]);
  const request = useSlice(composeRequest, (value) => value);
  useEffect(() => {
    if (!request || !area.current || (request.view ?? view) !== view) return;
    composeRequest.set(undefined);
    const { current } = area;
    if (request.text !== '') {
      const written = selectedIn(current);
      const isAtCaret = request.atCaret === true && hasCaret.current;
      applyEdit(current, blockAt(isAtCaret ? written : { ...written, end: current.value.length }, request.text));
      // Typing has brought the focus there.
      if (recipientOf(latest.current)) return;
    }
    firstField(current, latest.current).focus();
  }, [request, area, view]);
}

/** Puts quotes where their marks stand as soon as they are there. */
function useQuotes(area: RefObject<HTMLTextAreaElement | null>): void {
  const drafts = draftsOf(useClient());
  useEffect(() => {
    const place = ({ mark, text: quote }: PendingQuote): void => {
      if (quote === undefined) return;
      forgetQuote(mark);
      const { current } = area;
      const edit = current && markReplaced(selectedIn(current), mark, quote);
      // Who writes there can undo it; nobody who is elsewhere by now is brought back.
      if (edit && current === document.activeElement) applyEdit(current, edit);
      else drafts.replaceMark(mark, quote);
    };
    const placeAll = (): void => pendingQuotes.get().forEach(place);
    placeAll();
    // Not in an effect of each change: what is typed while React works on the page leaves the caret at the end.
    return pendingQuotes.subscribe(placeAll);
  }, [area, drafts]);
}

/** The text for a target, kept as a draft. */
function useDraft(target: Target) {
  const client = useClient();
  const drafts = draftsOf(client);
  const text = useSlice(drafts.all, () => drafts.find(target)?.text ?? '');
  useEffect(
    () => () => {
      drafts.open(undefined);
      stoppedTyping(client);
    },
    [client, drafts],
  );
  const setText = (value: string): void => {
    typedTarget.set(value === '' ? undefined : target);
    drafts.write(target, value);
    typed(client, { kind: 'message', target }, value);
  };
  return { drafts, text, setText };
}

/** What is sent is shown at once as it will look: what renders it is loaded while one writes. */
function usePreparedEcho(isWriting: boolean): void {
  useEffect(() => {
    if (isWriting) prepareEcho();
  }, [isWriting]);
}

/** While something is written to somebody, messages of other conversations are faded. */
function useFading(recipient: Recipient | undefined): void {
  const key = recipient && targetKey(recipient);
  useEffect(() => {
    writtenTo.set(key);
    return () => writtenTo.set(undefined);
  }, [key]);
}

/** Files on their way to a target, and whether there are any. */
function useUploads(target: Target) {
  const client = useClient();
  const drafts = draftsOf(client);
  const uploads = uploadsOf(targetKey(target), {
    change: (change) => drafts.write(target, change(drafts.find(target)?.text ?? '')),
    limitMib: () => client.store.get().organization.max_file_upload_size_mib,
  });
  const isUploading = useSlice(uploads.items, () => uploads.isBusy);
  return { uploads, isUploading };
}

/** Files dropped anywhere on the view go to the box. */
function useDrops(uploads: Uploads): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      uploads.add(event.dataTransfer?.files ?? []);
    };
    const stop = new AbortController();
    window.addEventListener('dragover', onOver, stop);
    window.addEventListener('dragleave', onLeave, stop);
    window.addEventListener('drop', onDrop, stop);
    return () => stop.abort();
  }, [uploads]);
  return isOver;
}

/** From here on the number of characters that are left is said. */
const FEW_LEFT = 900;

function Left({ text }: { text: string }) {
  const limit = useClientState((state) => state.organization.max_message_length);
  const left = limit - [...text.trimEnd()].length;
  if (left >= FEW_LEFT) return null;
  return (
    <p role="status" className={left < 0 ? 'field-error' : 'compose-left'}>
      {left < 0 ? t('problem.tooLong', { count: -left }) : t('compose.left', { count: left })}
    </p>
  );
}

const hasModifier = (event: KeyboardEvent): boolean => event.shiftKey || event.ctrlKey || event.altKey || event.metaKey;

/** What the box's style is told of the height that it was dragged to, in pixels. */
function dragged(height: number): CSSProperties {
  return Object.fromEntries([['--compose-height', `${height}px`]]);
}

interface ComposeFormProps {
  target: Target;
  /** The key of the view that it is in. */
  view: string;
  /** The view shows what it searches for. */
  isSearch: boolean;
  /** The box is put away; its text stays a draft. */
  onClose: () => void;
  /** A message was put on its way. */
  onSent: (recipient: Recipient) => void;
}

/** Writes a message to a target (web-details.md D). */
export function ComposeForm({ target, view, isSearch, onClose, onSent }: ComposeFormProps) {
  const client = useClient();
  const { drafts, text, setText } = useDraft(target);
  const [isHolding, setHolding] = useState(false);
  const isLarge = useSlice(composeIsLarge, (value) => value);
  const height = useSlice(composeHeight, (value) => value);
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  useRequests(area, target, view);
  useQuotes(area);
  const enterSends = useClientState((state) => state.settings.enter_sends);
  const dayStarts = new Date(useToday()).setHours(0, 0, 0, 0) / 1000;
  const placeholder = useClientState((state) => placeholderFor(state, target, dayStarts));
  const { uploads, isUploading } = useUploads(target);
  const isOver = useDrops(uploads);
  const knowsTopics = useKnownTopics(target);
  const recipient = recipientOf(target);
  const isScheduling = useSlice(
    textsOnWay,
    () => recipient !== undefined && isOnWay({ recipient, text: text.trimEnd() }),
  );
  const written = useMemo(
    () => ({ target, text, isUploading, isScheduling, isSearch, knowsTopics }),
    [target, text, isUploading, isScheduling, isSearch, knowsTopics],
  );
  const problem = useClientState(
    useCallback((state: State) => problemOf(state, written), [written]),
    isSameData,
  );
  const { warnings, noteWritten } = useWarnings(written);
  useKnownSubscribers(target, text);
  usePreparedEcho(text !== '');
  useFading(text === '' ? undefined : recipient);
  /** What needs an answer is asked above the box; who goes on after that has agreed. */
  const isAgreed = (): boolean => {
    const isAsked = !isHolding && warnings.some(needsConsent);
    if (isAsked) setHolding(true);
    return !isAsked;
  };
  const send = (isSure: boolean): void => {
    if (problem || !recipient) return;
    if (!isSure && warnings.some(needsConsent)) return setHolding(true);
    setHolding(false);
    const draft = drafts.find(target);
    void client.outbox.send(recipient, text.trimEnd());
    if (draft) drafts.discard(draft.id);
    noteWritten();
    noteWrittenTo(recipient);
    typedTarget.set(undefined);
    stoppedTyping(client);
    area.current?.focus();
    composeIsLarge.set(false);
    onSent(recipient);
  };
  const setAside = (): void => {
    drafts.setAside(target);
    typedTarget.set(undefined);
    stoppedTyping(client);
    confirmDone(t('compose.draftSaved'));
  };
  const reason = problem && problemText(problem);
  // An empty box says nothing: everybody knows why it cannot be sent.
  const isSaid = problem !== undefined && problem.kind !== 'empty' && problem.kind !== 'too-long';
  return (
    <form
      className="compose"
      data-large={isLarge || undefined}
      style={isLarge || height === null ? undefined : dragged(height)}
      aria-label={t('compose.title')}
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      <ResizeHandle area={area} />
      {isOver && <p className="compose-drop">{t('upload.drop')}</p>}
      {warnings.map((warning) => (
        <WarningBanner key={warning.kind} warning={warning} isHolding={isHolding} onAgree={() => send(true)} />
      ))}
      <Editor
        ref={area}
        label={t('compose.message')}
        placeholder={placeholder}
        value={text}
        target={target}
        uploads={uploads}
        describedBy={isSaid ? `${id}-problem` : undefined}
        onChange={(value) => {
          setHolding(false);
          setText(value);
        }}
        onSend={() => send(false)}
        isSendKey={(event) => isSendKey(event, enterSends)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
            event.preventDefault();
            event.stopPropagation();
            return onClose();
          }
          if (event.key === 'Tab' && !hasModifier(event) && problem === undefined) {
            // What is written is sent by two keys, whatever Enter does; other buttons are on the way back.
            event.preventDefault();
            return sendButton.current?.focus();
          }
          if (event.key !== 'ArrowLeft' || text !== '' || hasModifier(event) || !runCommand('editLast')) return;
          event.preventDefault();
        }}
        tools={
          <>
            <SnippetButton text={text} onInsert={(snippet) => area.current && insertText(area.current, snippet)} />
            <WidgetButtons isEmpty={text === ''} />
          </>
        }
        end={
          <>
            <SizeButton />
            <IconButton label={t('compose.close')} onClick={onClose}>
              <X size="1rem" aria-hidden="true" />
            </IconButton>
            <ScheduleButton
              written={problem || !recipient ? undefined : { recipient, text: text.trimEnd() }}
              isAgreed={isAgreed}
              onSetAside={text.trim() === '' ? undefined : setAside}
              onDone={() => area.current?.focus()}
            />
            <IconButton
              ref={sendButton}
              type="submit"
              className="compose-send"
              label={t('compose.send')}
              title={reason}
              disabled={problem !== undefined}
            >
              <SendHorizontal size="1.125rem" aria-hidden="true" />
            </IconButton>
          </>
        }
      />
      {isSaid && (
        <p id={`${id}-problem`} role="status" className="compose-problem">
          {reason}
          <WhoDecides problem={problem} target={target} />
        </p>
      )}
      <OtherDrafts target={target} />
      <Left text={text} />
    </form>
  );
}
