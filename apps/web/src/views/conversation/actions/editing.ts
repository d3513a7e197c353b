import { getMessage, updateMessage } from '@stoa/contracts/messages';
import { call } from '../../../api/client';
import { RequestRefused } from '../../../api/failures';
import type { Client } from '../../../client/client';
import { notify } from '../../../client/notices';
import { Store } from '../../../store/store';
import { t } from '../../../strings/strings';

/** A message whose text is being changed. */
export interface Edit {
  readonly source: string;
  readonly text: string;
  /** While it is being saved, and until the message comes as it is now, the new text is shown in its place. */
  readonly state: 'open' | 'saving';
  /** Why saving failed, for people. */
  readonly failure?: string;
  /** The text was left unsaved before. */
  readonly isResumed?: true;
}

/** By message. They outlive the row, which may leave the screen and come back. */
export const edits = new Store<ReadonlyMap<number, Edit>>(new Map());

function put(messageId: number, edit: Edit | undefined): void {
  edits.update((all) => {
    const next = new Map(all);
    if (edit) next.set(messageId, edit);
    else next.delete(messageId);
    return next;
  });
}

function reasonOf(error: unknown): string {
  return error instanceof RequestRefused ? error.message : t('failure.connection');
}

/** What a message was written as. @returns undefined after saying why it cannot be had */
export async function sourceOf(messageId: number): Promise<string | undefined> {
  try {
    const answer = await call(getMessage, { message_id: messageId, apply_markdown: false });
    return answer.raw_content;
  } catch (error) {
    notify(reasonOf(error));
    return undefined;
  }
}

/** Texts of edits that were left unsaved, by message, for as long as the page is there and the account is not left. */
const left = new Map<number, string>();

/** Opens a message for editing; what somebody has written before, and not saved, is there again. */
export async function beginEdit(messageId: number): Promise<void> {
  if (edits.get().has(messageId)) return;
  const source = await sourceOf(messageId);
  if (source === undefined) return;
  const text = left.get(messageId);
  left.delete(messageId);
  if (text === undefined || text === source) put(messageId, { source, text: source, state: 'open' });
  else put(messageId, { source, text, state: 'open', isResumed: true });
}

/** Takes what the message says now instead of a text that was left unsaved. */
export function beginAnew(messageId: number): void {
  const edit = edits.get().get(messageId);
  if (edit) put(messageId, { source: edit.source, text: edit.source, state: 'open' });
}

export function changeEdit(messageId: number, text: string): void {
  const edit = edits.get().get(messageId);
  if (edit) put(messageId, { ...edit, text });
}

/** Closes the box; a text that was changed is kept, because a key is pressed quickly. */
export function cancelEdit(messageId: number): void {
  const edit = edits.get().get(messageId);
  if (edit && edit.text !== edit.source) left.set(messageId, edit.text);
  put(messageId, undefined);
}

/** Forgets what was written about a message: it was saved, or there is nothing to save. */
export function endEdit(messageId: number): void {
  left.delete(messageId);
  put(messageId, undefined);
}

/** Forgets all texts that were not saved: they are of an account that was left. */
export function forgetEdits(): void {
  left.clear();
  edits.set(new Map());
}

async function sha256(text: string): Promise<string | undefined> {
  // Pages without a secure origin have no digests; the check is then left out.
  if (!globalThis.isSecureContext) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Longest wait (ms) for the event after the answer: the message may have left the state meanwhile. */
const LONGEST_ARRIVAL_MS = 5_000;

/** Resolves when the message is another than it was, or it is too late for that. */
function changeOf({ store, signal }: Client, messageId: number, content: string): Promise<void> {
  return new Promise((resolve) => {
    const leaving = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_ARRIVAL_MS)]);
    const check = (): void => {
      if (store.get().messages.get(messageId)?.content !== content || leaving.aborted) done();
    };
    const unsubscribe = store.subscribe(check);
    leaving.addEventListener('abort', check);
    function done(): void {
      unsubscribe();
      leaving.removeEventListener('abort', check);
      resolve();
    }
    check();
  });
}

/** Saves, showing the new text at once; on a refusal the box comes back with its text and says why. */
export async function saveEdit(client: Client, messageId: number): Promise<void> {
  const edit = edits.get().get(messageId);
  if (!edit || edit.state === 'saving') return;
  if (edit.text === edit.source) return endEdit(messageId);
  const before = client.store.get().messages.get(messageId)?.content ?? '';
  put(messageId, { ...edit, state: 'saving', failure: undefined });
  try {
    const prev_content_sha256 = await sha256(edit.source);
    await call(updateMessage, { message_id: messageId, content: edit.text, prev_content_sha256 });
    await changeOf(client, messageId, before);
    endEdit(messageId);
  } catch (error) {
    const isStale = error instanceof RequestRefused && error.code === 'EXPECTATION_MISMATCH';
    put(messageId, { ...edit, state: 'open', failure: isStale ? t('edit.changedElsewhere') : reasonOf(error) });
  }
}
