import { CheckCheck, Eye, EyeOff, House, Pin, PinOff, Trash2 } from 'lucide-react';
import { useClient, useClientState } from '../../../client/client';
import { confirmDone } from '../../../client/notices';
import { draftsOf } from '../../../compose/drafts';
import {
  MARK_SCOPES,
  type MarkScope,
  markConversationsRead,
  markEverythingRead,
  unreadInScope,
} from '../../../parts/mark-conversation';
import { forgetView, placeView } from '../../../parts/navigation-views';
import { setQuickly } from '../../../parts/quick-settings';
import { useSlice } from '../../../store/store';
import { tc } from '../../../strings/channels-strings';
import { t } from '../../../strings/strings';
import { MenuItem, MenuLine } from '../../../ui/menu';
import { conversationDialog } from '../conversation-dialog';
import type { MenuSubject, MenuView } from './menu-subject';

function CountItem({ setting }: { setting: 'web_left_sidebar_unreads_count_summary' | 'starred_message_counts' }) {
  const client = useClient();
  const isShown = useClientState((state) => state.settings[setting]);
  return (
    <MenuItem icon={isShown ? EyeOff : Eye} onSelect={() => setQuickly(client, { [setting]: !isShown })}>
      {tc(isShown ? 'menu.hideCount' : 'menu.showCount')}
    </MenuItem>
  );
}

/** Marks what counts, or more or less than that, as read. */
function MarkItem({ scope }: { scope: MarkScope }) {
  const client = useClient();
  const unread = useClientState((state) => unreadInScope(state, scope), isSameList);
  const isMore = useClientState((state) => state.oldUnreadsMissing);
  if (unread.length === 0) return null;
  const mark = (): void => {
    if (isMore && scope === 'all') markEverythingRead(client);
    else markConversationsRead(client, unread);
  };
  return (
    <MenuItem icon={CheckCheck} onSelect={mark}>
      {tc(`menu.mark.${scope}`, { count: `${unread.length}${isMore ? '+' : ''}` })}
    </MenuItem>
  );
}

function isSameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, position) => id === b[position]);
}

/** The view that opens first has what concerns everything; any other may become it. */
function HomeItems({ view }: { view: Exclude<MenuView, 'starred' | 'drafts'> }) {
  const client = useClient();
  const isHome = useClientState((state) => state.settings.web_home_view === view);
  if (!isHome) {
    return (
      <MenuItem icon={House} onSelect={() => setQuickly(client, { web_home_view: view })}>
        {tc('menu.makeHome')}
      </MenuItem>
    );
  }
  return (
    <>
      {MARK_SCOPES.map((scope) => (
        <MarkItem key={scope} scope={scope} />
      ))}
      <MenuLine />
      <CountItem setting="web_left_sidebar_unreads_count_summary" />
    </>
  );
}

function StarredItems() {
  const hasStars = useClientState((state) => state.starred.size > 0);
  return (
    <>
      <CountItem setting="starred_message_counts" />
      {hasStars && (
        <MenuItem icon={Trash2} kind="danger" onSelect={() => conversationDialog.set({ kind: 'unstar' })}>
          {tc('menu.unstarAll')}
        </MenuItem>
      )}
    </>
  );
}

function DraftItems() {
  const book = draftsOf(useClient());
  const drafts = useSlice(book.all, (all) => all);
  const remove = (): void => {
    for (const { id } of drafts) book.discard(id);
    confirmDone(tc('menu.draftsDeleted', { count: drafts.length }), {
      text: t('menu.undo'),
      run: () => drafts.forEach((draft) => book.restore(draft)),
    });
  };
  return (
    <MenuItem icon={Trash2} kind="danger" disabled={drafts.length === 0} onSelect={remove}>
      {tc('menu.deleteDrafts')}
    </MenuItem>
  );
}

function OwnItems({ view }: { view: MenuView }) {
  if (view === 'starred') return <StarredItems />;
  return view === 'drafts' ? <DraftItems /> : <HomeItems view={view} />;
}

/** Whether it stands in the sidebar or below its other views. */
function PlaceItem({ fragment }: { fragment: string }) {
  const client = useClient();
  const isPinned = useClientState((state) => state.navigationViews.get(fragment)?.is_pinned ?? true);
  return (
    <MenuItem icon={isPinned ? PinOff : Pin} onSelect={() => placeView(client, fragment, !isPinned)}>
      {tc(isPinned ? 'menu.unpinView' : 'menu.pinView')}
    </MenuItem>
  );
}

/** What one can do with a view (web-details.md A.2). */
export function ViewItems({ view, fragment, isNamed }: Omit<Extract<MenuSubject, { kind: 'view' }>, 'kind'>) {
  return (
    <>
      {view && <OwnItems view={view} />}
      <PlaceItem fragment={fragment} />
      {isNamed && (
        <MenuItem icon={Trash2} kind="danger" onSelect={() => forgetView(fragment)}>
          {tc('menu.forgetView')}
        </MenuItem>
      )}
    </>
  );
}
