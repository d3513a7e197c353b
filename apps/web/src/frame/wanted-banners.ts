import type { Permission } from '../notifications/permission';
import type { State, User } from '../store/state';

/** What wants to be said under the bar. */
export type BannerName = 'release' | 'storage' | 'notifications' | 'timeZone' | 'ownProfile' | 'description';

/** What decides it. */
export interface Circumstances {
  readonly state: Pick<State, 'users' | 'userId' | 'settings' | 'organization' | 'service' | 'reload'>;
  readonly permission: Permission;
  /** The browser's time zone, by its IANA name. */
  readonly zone: string;
  readonly now: number;
  /** The release that the page came from. */
  readonly loadedRelease: string;
  /** How much of what the browser lets the page keep is used: from 0 to 1. */
  readonly storageUsed: number;
}

/** Above this share a browser may soon refuse to keep drafts and messages on their way. */
const NEARLY_FULL = 0.9;

/** What differs between releases that clients distinguish. */
export function releaseOf({ service }: Pick<State, 'service'>): string {
  return `${service.service_version}/${service.service_feature_level}`;
}

/** Newer or older: the page goes with the release that it came from. */
export function isOtherRelease(state: Pick<State, 'service' | 'reload'>, loadedRelease: string): boolean {
  return state.reload !== 'none' || releaseOf(state) !== loadedRelease;
}

/** What a clock in the zone shows: zones of many names share it. Undefined for a zone that the browser does not know. */
function clockIn(timeZone: string, now: number): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isElsewhere({ state, zone, now }: Circumstances): boolean {
  const { timezone, web_suggest_update_timezone: isAsked } = state.settings;
  return isAsked && timezone !== '' && clockIn(timezone, now) !== clockIn(zone, now);
}

function lacksRequired({ organization }: Circumstances['state'], own: User | undefined): boolean {
  const isEmpty = (id: number): boolean => !own?.profile_data?.[String(id)]?.value;
  return organization.custom_profile_fields.some(
    ({ id, required, editable_by_user }) => required && editable_by_user && isEmpty(id),
  );
}

/** Everything that wants to be said, what matters most first. */
export function wantedBanners(circumstances: Circumstances): readonly BannerName[] {
  const { state, permission, loadedRelease, storageUsed } = circumstances;
  const own = state.users.get(state.userId);
  const wanted: readonly (readonly [BannerName, boolean])[] = [
    ['release', isOtherRelease(state, loadedRelease)],
    ['storage', storageUsed > NEARLY_FULL],
    ['notifications', permission === 'default'],
    ['timeZone', isElsewhere(circumstances)],
    ['ownProfile', lacksRequired(state, own)],
    ['description', own?.is_admin === true && state.organization.realm_description === ''],
  ];
  return wanted.filter(([, isWanted]) => isWanted).map(([name]) => name);
}
