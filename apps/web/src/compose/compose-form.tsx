import { SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useClient, useClientState } from '../client/client';
import { runCommand } from '../client/commands';
import type { Recipient } from '../outbox/outbox';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { IconButton } from '../ui/button';
import { needsConsent, problemOf, warningsOf } from './checks';
import { draftsOf } from './drafts';
import { Editor } from './editor';
import { isSendKey } from './keys';
import { type Target, composeRequest, recipientOf, targetKey, targetText } from './target';
import { type Uploads, uploadsOf } from './uploads';
import { hasFiles } from './attach';
import { insertText } from './text-edits';
import { ScheduleButton } from './later/schedule-button';
import { SizeButton, composeIsLarge } from './size-button';
import { SnippetButton } from './snippets/snippet-button';
import { WidgetButtons } from './widgets/widget-buttons';
import { stoppedTyping, typed } from './typing';
import { WarningBanner, problemText } from './warnings';

/** Takes up text that waits for the box: it is typed, so that it can be undone. */
function useRequests(area: RefObject<HTMLTextAreaElement | null>, isComplete: boolean): void {
  const request = useSlice(composeRequest, (value) => value);
  useEffect(() => {
    if (!request || !area.current) return;
    composeRequest.set(undefined);
    const { current } = area;
    // Whoever has to say to whom first begins there.
    if (isComplete) current.focus();
    if (request.text === '') return;
    current.setSelectionRange(current.value.length, current.value.length);
    insertText(current, current.value === '' || current.value.endsWith('\n') ? request.text : `\n${request.text}`);
  }, [request, area, isComplete]);
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
    drafts.write(target, value);
    typed(client, { kind: 'message', target }, value);
  };
  return { drafts, text, setText };
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

interface ComposeFormProps {
  target: Target;
  /** The box is put away; its text stays a draft. */
  onClose: () => void;
  /** A message was put on its way. */
  onSent: (recipient: Recipient) => void;
}

/** Writes a message to a target (web-details.md D). */
export function ComposeForm({ target, onClose, onSent }: ComposeFormProps) {
  const client = useClient();
  const { drafts, text, setText } = useDraft(target);
  const [isHolding, setHolding] = useState(false);
  const isLarge = useSlice(composeIsLarge, (value) => value);
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useRequests(area, recipientOf(target) !== undefined);
  const enterSends = useClientState((state) => state.settings.enter_sends);
  const placeholder = useClientState((state) => t('compose.placeholderTo', { name: targetText(state, target) }));
  const { uploads, isUploading } = useUploads(target);
  const isOver = useDrops(uploads);
  const state = useClientState((whole) => whole);
  const problem = useMemo(() => problemOf(state, { target, text, isUploading }), [state, target, text, isUploading]);
  const warnings = useMemo(() => (text === '' ? [] : warningsOf(state, { target, text })), [state, target, text]);
  const recipient = recipientOf(target);
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
    stoppedTyping(client);
    area.current?.focus();
    composeIsLarge.set(false);
    onSent(recipient);
  };
  const reason = problem && problemText(problem);
  // An empty box says nothing: everybody knows why it cannot be sent.
  const isSaid = problem !== undefined && problem.kind !== 'empty' && problem.kind !== 'too-long';
  return (
    <form
      className="compose"
      data-large={isLarge || undefined}
      aria-label={t('compose.title')}
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
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
              onDone={() => area.current?.focus()}
            />
            <IconButton
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
        </p>
      )}
      <Left text={text} />
    </form>
  );
}
