import type { Draft as ServerDraft } from '@stoa/contracts/messages';
import { type Target, targetKey } from './target';

export type { ServerDraft };

/** Text that was begun. */
export interface LocalDraft {
  /** Of this browser. */
  readonly id: string;
  readonly target: Target;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly editedAt: number;
  /** Its number at the service, once it has one. */
  readonly serverId?: number;
  /** What the service has of it: anything else was written since. */
  readonly syncedText?: string;
  /** What is on its way there. */
  readonly sendingText?: string;
}

export function isDirty({ text, syncedText }: LocalDraft): boolean {
  return text !== syncedText;
}

function targetOf({ type, to, topic }: ServerDraft): Target {
  if (type === 'stream') return { type: 'channel', channelId: to[0], ...(topic === '' ? {} : { topic }) };
  if (type === 'private') return { type: 'direct', userIds: [...to] };
  return { type: 'channel' };
}

interface MergeOptions {
  newId: () => string;
  /** The draft under the cursor: it is never replaced. */
  openId?: string;
}

function fromServer(draft: ServerDraft, id: string): LocalDraft {
  const { content: text, timestamp, id: serverId } = draft;
  return { id, target: targetOf(draft), text, editedAt: timestamp * 1000, serverId, syncedText: text };
}

/** The service has nothing that was not written here. */
function isOwnText({ text, syncedText, sendingText }: LocalDraft, { content }: ServerDraft): boolean {
  return content === text || content === syncedText || content === sendingText;
}

/** A draft of this browser that the service just got: its number comes with the event before it comes with the answer. */
function isTheSame(local: LocalDraft, draft: ServerDraft): boolean {
  if (local.serverId !== undefined || !isOwnText(local, draft)) return false;
  return targetKey(local.target) === targetKey(targetOf(draft));
}

/**
 * Drafts of this browser after a look at those of the service: newer text is taken over, what was deleted elsewhere goes,
 * and where both have changed both are kept (web.md 2.19).
 */
export function mergedDrafts(
  local: readonly LocalDraft[],
  remote: ReadonlyMap<number, ServerDraft>,
  { newId, openId }: MergeOptions,
): readonly LocalDraft[] {
  const merged: LocalDraft[] = [];
  const linked = new Set<number>();
  for (const draft of local) {
    const known = draft.serverId === undefined ? undefined : remote.get(draft.serverId);
    const found = known ?? [...remote.values()].find((one) => !linked.has(one.id) && isTheSame(draft, one));
    if (found && !linked.has(found.id) && isOwnText(draft, found)) {
      linked.add(found.id);
      merged.push({ ...draft, serverId: found.id, syncedText: found.content });
    } else if (found && !isDirty(draft) && draft.id !== openId) {
      linked.add(found.id);
      merged.push(fromServer(found, draft.id));
    } else if (draft.serverId === undefined || isDirty(draft) || draft.id === openId) {
      // It was changed or deleted elsewhere meanwhile, or the service does not have it yet: it becomes one of its own.
      merged.push({ ...draft, serverId: undefined, syncedText: undefined });
    }
  }
  for (const draft of remote.values()) if (!linked.has(draft.id)) merged.push(fromServer(draft, newId()));
  return merged;
}
