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

export async function beginEdit(messageId: number): Promise<void> {
  if (edits.get().has(messageId)) return;
  const source = await sourceOf(messageId);
  if (source !== undefined) put(messageId, { source, text: source, state: 'open' });
}

export function changeEdit(messageId: number, text: string): void {
  const edit = edits.get().get(messageId);
  if (edit) put(messageId, { ...edit, text });
}

export function cancelEdit(messageId: number): void {
  put(messageId, undefined);
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
  if (edit.text === edit.source) return cancelEdit(messageId);
  const before = client.store.get().messages.get(messageId)?.content ?? '';
  put(messageId, { ...edit, state: 'saving', failure: undefined });
  try {
    const prev_content_sha256 = await sha256(edit.source);
    await call(updateMessage, { message_id: messageId, content: edit.text, prev_content_sha256 });
    await changeOf(client, messageId, before);
    cancelEdit(messageId);
  } catch (error) {
    const isStale = error instanceof RequestRefused && error.code === 'EXPECTATION_MISMATCH';
    put(messageId, { ...edit, state: 'open', failure: isStale ? t('edit.changedElsewhere') : reasonOf(error) });
  }
}
