import { addNavigationView, removeNavigationView, updateNavigationView } from '@stoa/contracts/users';
import { call } from '../api/client';
import { act } from '../client/act';
import type { Client } from '../client/client';

/** Puts a view into the sidebar, or takes it away; the event that follows moves it. */
export function placeView({ store }: Pick<Client, 'store'>, fragment: string, isPinned: boolean): void {
  const isKnown = store.get().navigationViews.has(fragment);
  void act(() =>
    isKnown
      ? call(updateNavigationView, { fragment, is_pinned: isPinned })
      : call(addNavigationView, { fragment, is_pinned: isPinned }),
  );
}

/** Keeps any view in the sidebar under a name. */
export function keepView(fragment: string, name: string): void {
  void act(() => call(addNavigationView, { fragment, is_pinned: true, name }));
}

/** Forgets a view that the user named. */
export function forgetView(fragment: string): void {
  void act(() => call(removeNavigationView, { fragment }));
}
