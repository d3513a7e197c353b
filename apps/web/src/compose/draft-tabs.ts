import type { LocalDraft } from './draft-merge';

/** What one tab tells the others of its drafts. */
export type TabNews =
  | { readonly kind: 'kept'; readonly draft: LocalDraft }
  | { readonly kind: 'gone'; readonly id: string; readonly serverId?: number };

interface Own {
  /** Drafts that were changed in this tab since they were kept last, with the text that was changed. */
  readonly unkept: ReadonlyMap<string, string | undefined>;
  newId: () => string;
}

interface Taken {
  readonly drafts: readonly LocalDraft[];
  /** The draft of this tab that is one of its own now, since another tab has changed the same one. */
  readonly moved?: { readonly from: string; readonly to: string };
}

/** The text alone, which the service has not seen. */
function asNew(draft: LocalDraft, id = draft.id): LocalDraft {
  return { ...draft, id, serverId: undefined, syncedText: undefined, sendingText: undefined };
}

/** Without what the service calls the same, unless it holds text that nobody else has. */
function withoutServerId(drafts: readonly LocalDraft[], serverId: number | undefined, { unkept }: Own): LocalDraft[] {
  if (serverId === undefined) return [...drafts];
  return drafts
    .filter((draft) => draft.serverId !== serverId || unkept.has(draft.id))
    .map((draft) => (draft.serverId === serverId ? asNew(draft) : draft));
}

/**
 * Drafts of this tab after news of another one. Text that was typed here meanwhile is never replaced: where both tabs
 * changed the same draft, both texts stay.
 */
export function withNews(all: readonly LocalDraft[], news: TabNews, own: Own): Taken {
  const id = news.kind === 'kept' ? news.draft.id : news.id;
  const mine = own.unkept.has(id) ? all.find((draft) => draft.id === id) : undefined;
  const rest = all.filter((draft) => draft.id !== id);
  if (news.kind === 'gone') {
    const drafts = withoutServerId(rest, news.serverId, own);
    return { drafts: mine ? [...drafts, asNew(mine)] : drafts };
  }
  const { draft } = news;
  const others = withoutServerId(rest, draft.serverId, own);
  if (!mine) return { drafts: [...others, draft] };
  if (draft.text === own.unkept.get(id) || draft.text === mine.text) {
    const { serverId, syncedText, sendingText } = draft;
    return { drafts: [...others, { ...mine, serverId, syncedText, sendingText }] };
  }
  const to = own.newId();
  return { drafts: [...others, draft, asNew(mine, to)], moved: { from: id, to } };
}
