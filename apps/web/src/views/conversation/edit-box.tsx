import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { serverNow } from '../../api/server-clock';
import { useClient, useClientState } from '../../client/client';
import { notify } from '../../client/notices';
import { wildcardOfEdit } from '../../compose/checks';
import { Editor } from '../../compose/editor';
import { isSendKey } from '../../compose/keys';
import { targetOfMessage } from '../../compose/target';
import { stoppedTyping, typed } from '../../compose/typing';
import { uploadsOf } from '../../compose/uploads';
import { WarningBanner, problemText } from '../../compose/warnings';
import { useSlice } from '../../store/store';
import type { Message } from '../../store/message';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { type Edit, beginAnew, cancelEdit, changeEdit, edits, endEdit, forgetEdits, saveEdit } from './actions/editing';

/** An edit that was begun in time has at least this long. */
const LEAST_SECONDS = 10;
const SECOND_MS = 1000;

/** Seconds that are left to save; undefined without a limit. */
function useSecondsLeft(message: Message): number | undefined {
  const limit = useClientState((state) => state.organization.realm_message_content_edit_limit_seconds);
  const [openedAt] = useState(serverNow);
  const [now, setNow] = useState(openedAt);
  const endsAt =
    limit === null
      ? undefined
      : Math.max((message.timestamp + limit) * SECOND_MS, openedAt + LEAST_SECONDS * SECOND_MS);
  const isOver = endsAt !== undefined && now >= endsAt;
  useEffect(() => {
    if (endsAt === undefined || isOver) return undefined;
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, [endsAt, isOver]);
  return endsAt === undefined ? undefined : Math.max(0, Math.ceil((endsAt - now) / SECOND_MS));
}

function leftText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return t('edit.left', { time: `${minutes}:${String(seconds % 60).padStart(2, '0')}` });
}

/** What is found of a text is made anew with each state. */
function isSameData<T extends object>(a: T, b: T): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

interface EditBoxProps {
  message: Message;
  edit: Edit;
}

/** Who was writing goes on in the row when the box goes: the focus falls nowhere else. */
function useFocusLeftToRow() {
  const box = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const form = box.current;
    const row = form?.closest<HTMLElement>('[data-message-id]');
    return () => {
      if (form?.contains(document.activeElement)) row?.focus({ preventScroll: true });
    };
  }, []);
  return box;
}

/** Changes what a message says, in its place (web-details.md C.3). */
export default function EditBox({ message, edit }: EditBoxProps) {
  const { id } = message;
  const client = useClient();
  const box = useFocusLeftToRow();
  useEffect(() => () => stoppedTyping(client), [client]);
  // It outlives the box, but not the account; the same listener is added once.
  useEffect(() => client.signal.addEventListener('abort', forgetEdits), [client]);
  useEffect(
    () => () => {
      if (client.store.get().messages.has(id)) return;
      endEdit(id);
      notify(t('message.gone'));
    },
    [client, id],
  );
  const enterSends = useClientState((state) => state.settings.enter_sends);
  const limit = useClientState((state) => state.organization.max_message_length);
  const secondsLeft = useSecondsLeft(message);
  const left = limit - [...edit.text.trimEnd()].length;
  const isOver = secondsLeft === 0;
  const limitMib = useClientState((state) => state.organization.max_file_upload_size_mib);
  const uploads = uploadsOf(`edit ${id}`, {
    change: (change) => changeEdit(id, change(edits.get().get(id)?.text ?? '')),
    limitMib: () => limitMib,
  });
  const isUploading = useSlice(uploads.items, () => uploads.isBusy);
  const target = targetOfMessage(message);
  const { problem, warning } = useClientState(
    (state) => wildcardOfEdit(state, { target, text: edit.text }, edit.source),
    isSameData,
  );
  const [isHolding, setHolding] = useState(false);
  const canSave = !isOver && !isUploading && left >= 0 && problem === undefined;
  const save = (isSure: boolean): void => {
    if (!canSave) return;
    if (warning && !isSure) setHolding(true);
    else void saveEdit(client, id);
  };
  return (
    <form
      ref={box}
      className="edit-box"
      aria-label={t('message.edit')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        cancelEdit(id);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        save(false);
      }}
    >
      {edit.isResumed && (
        <p role="status" className="edit-left">
          {t('edit.resumed')} <Button onClick={() => beginAnew(id)}>{t('edit.anew')}</Button>
        </p>
      )}
      {warning && (
        <WarningBanner {...{ warning, isHolding }} agreeing={t('edit.saveAnyway')} onAgree={() => save(true)} />
      )}
      <Editor
        label={t('edit.text')}
        value={edit.text}
        takesFocus
        target={target}
        uploads={uploads}
        onChange={(text) => {
          setHolding(false);
          changeEdit(id, text);
          typed(client, { kind: 'edit', messageId: id }, text);
        }}
        onSend={() => save(false)}
        isSendKey={(event) => isSendKey(event, enterSends)}
      />
      <div className="edit-foot">
        <Button type="submit" kind="primary" disabled={!canSave}>
          {t('edit.save')}
        </Button>
        <Button onClick={() => cancelEdit(id)}>{t('dialog.cancel')}</Button>
        {secondsLeft !== undefined && !isOver && <span className="edit-left">{leftText(secondsLeft)}</span>}
        {left < limit / 10 && (
          <span className={left < 0 ? 'field-error' : 'edit-left'}>{t('compose.left', { count: left })}</span>
        )}
        {edit.text.trim() === '' && <span className="edit-left">{t('edit.emptied')}</span>}
      </div>
      {(isOver || edit.failure !== undefined || problem) && (
        <p role="alert" className="field-error">
          {edit.failure ?? (problem ? problemText(problem) : t('edit.tooLate'))}
        </p>
      )}
    </form>
  );
}
