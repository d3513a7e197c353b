import type { NarrowKind } from '../../narrow/terms';
import type { UserSettings } from '../../store/state';

/** Views in which reading to the end marks as read (web.md 2.14). */
const READING: ReadonlySet<NarrowKind> = new Set(['topic', 'direct', 'channel', 'feed', 'direct-feed']);
const Policy = { ConversationsOnly: 2, Never: 3 } as const;

/** Whether a view of this kind is one that is read on in. */
export function isReadOnIn(kind: NarrowKind): boolean {
  return READING.has(kind);
}

/** Why what is seen in a view stays unread. */
export type Unreading = 'paused' | 'view' | 'never' | 'conversations-only';

/** What decides it: the view, the user's setting, and whether reading was suspended in the view by hand. */
export interface Reading {
  readonly kind: NarrowKind;
  /** It shows one message in its place: looking something up is not reading on. */
  readonly isNear: boolean;
  readonly policy: UserSettings['web_mark_read_on_scroll_policy'];
  readonly isPaused: boolean;
}

/** Why seeing a message does not mark it as read; undefined where it does. */
export function unreadingIn({ kind, isNear, policy, isPaused }: Reading): Unreading | undefined {
  if (!isReadOnIn(kind) || isNear) return 'view';
  if (policy === Policy.Never) return 'never';
  if (policy === Policy.ConversationsOnly && kind !== 'topic' && kind !== 'direct') return 'conversations-only';
  return isPaused ? 'paused' : undefined;
}
