import type { LocalDraft } from '../../compose/draft-merge';
import { targetKey } from '../../compose/target';

interface DraftSection {
  readonly kind: 'here' | 'others' | 'all';
  readonly drafts: readonly LocalDraft[];
}

/** The newest of each conversation leads it; what is for the same conversation stands together. */
function byConversation(drafts: readonly LocalDraft[]): LocalDraft[] {
  const newest = new Map<string, number>();
  for (const { target, editedAt } of drafts) {
    const key = targetKey(target);
    newest.set(key, Math.max(newest.get(key) ?? 0, editedAt));
  }
  const leadOf = ({ target }: LocalDraft): number => newest.get(targetKey(target)) ?? 0;
  return [...drafts].sort(
    (a, b) =>
      leadOf(b) - leadOf(a) || targetKey(a.target).localeCompare(targetKey(b.target)) || b.editedAt - a.editedAt,
  );
}

/** Drafts of the open conversation first, then the others, newest edit first. @param here the key of its target */
export function draftSections(drafts: readonly LocalDraft[], here: string | undefined): readonly DraftSection[] {
  const sorted = byConversation(drafts);
  const own = sorted.filter(({ target }) => targetKey(target) === here);
  const others = sorted.filter(({ target }) => targetKey(target) !== here);
  if (own.length === 0) return others.length === 0 ? [] : [{ kind: 'all', drafts: others }];
  return [{ kind: 'here', drafts: own }, ...(others.length === 0 ? [] : [{ kind: 'others' as const, drafts: others }])];
}
