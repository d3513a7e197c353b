import { useEffect } from 'react';
import { useClientState } from '../client/client';
import { installationName } from '../client/installation-name';
import { titleCount, titleCountText } from '../store/unread-badges';
import { unreadCounts } from '../store/unread-counts';
import { showAppBadge, showTabIcon } from './tab-icon';

/** `(3) view - organization` in the tab, and the number at its icon, as `desktop_icon_count_display` says. */
export function useTabTitle(title: string): void {
  const organization = useClientState((state) => state.organization.realm_name);
  const count = useClientState(titleCount);
  const number = useClientState(titleCountText);
  const hasDirects = useClientState((state) => unreadCounts(state).directs > 0);
  useEffect(() => {
    document.title = `${number}${title} - ${organization || installationName()}`;
  }, [title, organization, number]);
  useEffect(() => {
    showTabIcon({ count, hasDirects: count > 0 && hasDirects });
    showAppBadge(count).catch(reportError);
  }, [count, hasDirects]);
  // Whoever signs out takes the number along.
  useEffect(
    () => () => {
      showTabIcon({ count: 0, hasDirects: false });
      showAppBadge(0).catch(reportError);
    },
    [],
  );
}
