import { updateSettings } from '@stoa/contracts/users';
import { call } from '../api/client';
import { act } from '../client/act';
import type { Client } from '../client/client';
import { changed } from '../store/apply';
import type { UserSettings } from '../store/state';

/** Settings of one's own that menus change, too. */
type Quick =
  | 'color_scheme'
  | 'starred_message_counts'
  | 'user_list_style'
  | 'web_font_size_px'
  | 'web_home_view'
  | 'web_left_sidebar_unreads_count_summary';

/** Changes settings of one's own: what they do is seen at once, and taken back when the service refuses. */
export function setQuickly({ store }: Client, change: Partial<Pick<UserSettings, Quick>>): void {
  const { settings } = store.get();
  const before: Partial<UserSettings> = Object.fromEntries(Object.entries(settings).filter(([name]) => name in change));
  const show = (shown: Partial<UserSettings>): void =>
    store.update((state) => changed(state, (draft) => draft.set('settings', { ...state.settings, ...shown })));
  show(change);
  void act(() => call(updateSettings, change), { undo: () => show(before) });
}
