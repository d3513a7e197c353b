import { updateSettings } from '@stoa/contracts/users';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../api/client';
import { act } from '../client/act';
import { useClient, useClientState } from '../client/client';
import { bannersPutOff } from '../client/device-choices';
import { askPermission, permission } from '../notifications/permission';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { Button, IconButton } from '../ui/button';
import { useReleaseChange } from './use-release-change';
import { type BannerName, isOtherRelease, releaseOf, wantedBanners } from './wanted-banners';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** As good as for ever, and still a number that is kept as it is. */
const NEVER = Number.MAX_SAFE_INTEGER;

function putOff(name: BannerName, until: number): void {
  bannersPutOff.update((known) => ({ ...known, [name]: until }));
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function save(settings: Parameters<typeof call<typeof updateSettings>>[1]): void {
  void act(() => call(updateSettings, settings));
}

/** What can be done about each: a click that asks or saves, or a way to where it is done. */
const ACTIONS: Readonly<Record<BannerName, () => ReactNode>> = {
  release: () => <Button onClick={() => location.reload()}>{t('banner.release.reload')}</Button>,
  // Only the person can make room, outside of this page.
  storage: () => null,
  notifications: () => (
    <>
      <Button onClick={() => void askPermission()}>{t('banner.notifications.enable')}</Button>
      <Button onClick={() => putOff('notifications', NEVER)}>{t('banner.notifications.never')}</Button>
    </>
  ),
  timeZone: () => (
    <>
      <Button onClick={() => save({ timezone: ownZone() })}>{t('banner.timeZone.use', { zone: ownZone() })}</Button>
      <Button onClick={() => save({ web_suggest_update_timezone: false })}>{t('banner.timeZone.never')}</Button>
    </>
  ),
  ownProfile: () => <a href="#settings/profile">{t('banner.ownProfile.open')}</a>,
  description: () => <a href="#organization/organization-profile">{t('banner.description.open')}</a>,
};

/** The release that this page came from: its scripts stay the same for as long as it is not loaded anew. */
let loadedRelease: string | undefined;

/** The time, so that what was put off comes back. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The share of its storage that the page uses, looked at now and then; 0 where the browser does not say. */
function useStorageUsed(now: number): number {
  const [share, setShare] = useState(0);
  useEffect(() => {
    if (!('storage' in navigator)) return;
    navigator.storage
      .estimate()
      .then(({ usage = 0, quota = 0 }) => setShare(quota > 0 ? usage / quota : 0), reportError);
  }, [now]);
  return share;
}

/** The release that the page came from, as far as it is known yet. */
function useLoadedRelease(): string {
  const { store, status } = useClient();
  // A state that was kept may be of a release before.
  const isLive = useSlice(status, ({ kind }) => kind === 'live');
  if (isLive) loadedRelease ??= releaseOf(store.get());
  return loadedRelease ?? releaseOf(store.get());
}

function useWanted(release: string): BannerName | undefined {
  const allowed = useSlice(permission, (value) => value);
  const off = useSlice(bannersPutOff, (value) => value);
  const now = useNow();
  const storageUsed = useStorageUsed(now);
  return useClientState((state) =>
    wantedBanners({ state, permission: allowed, zone: ownZone(), now, loadedRelease: release, storageUsed }).find(
      (name) => (off[name] ?? 0) < now,
    ),
  );
}

/** What asks something of the user, under the bar: one at a time, and what is put away comes back after a day. */
export function Banners() {
  const release = useLoadedRelease();
  const name = useWanted(release);
  useReleaseChange(useClientState((state) => isOtherRelease(state, release)));
  const isOverdue = useClientState((state) => state.reload === 'immediate');
  // Drafts and messages on their way are kept (compose/drafts.ts, outbox/).
  useEffect(() => {
    if (isOverdue) location.reload();
  }, [isOverdue]);
  const organization = useClientState((state) => state.organization.realm_name);
  if (!name) return null;
  const text = t(`banner.${name}`, { organization });
  return (
    <aside className="banner banner-asking" aria-label={text}>
      <span>{text}</span>
      {ACTIONS[name]()}
      <IconButton label={t('banner.later')} onClick={() => putOff(name, Date.now() + DAY_MS)}>
        <X size="1rem" aria-hidden="true" />
      </IconButton>
    </aside>
  );
}
