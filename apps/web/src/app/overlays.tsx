import { type ComponentType, lazy, Suspense, useCallback } from 'react';
import type { Overlay } from '../narrow/address';
import { t } from '../strings/strings';
import { withKeysTexts } from '../parts/with-keys-texts';
import { withWritingTexts } from '../parts/with-writing-texts';
import { LazyDialog } from '../ui/lazy-dialog';

/** What an address such as `#settings/profile` opens over the view. */
interface OverlayProps {
  /** The parts of the address after the name. */
  path: readonly string[];
  /** The address of the view behind it. */
  behind: string;
  onClose: () => void;
}

const loadHelp = async () => (await import('../views/help/load')).loadHelp();

/** Overlays that there are; each is loaded when it is opened first. */
const OVERLAYS: Partial<Record<Overlay, ComponentType<OverlayProps>>> = {
  channels: lazy(async () => {
    const { loadChannels } = await import('../views/channels/load');
    return { default: (await loadChannels()).ChannelsOverlay };
  }),
  settings: lazy(async () => {
    const { loadSettings } = await import('../views/settings/load');
    return { default: (await loadSettings()).PersonalSettings };
  }),
  organization: lazy(async () => {
    const { loadOrganizationSettings } = await import('../views/organization/load');
    return { default: (await loadOrganizationSettings()).OrganizationSettings };
  }),
  drafts: lazy(async () => ({ default: (await withWritingTexts(import('../views/later/drafts'))).DraftsOverlay })),
  scheduled: lazy(async () => ({
    default: (await withWritingTexts(import('../views/later/scheduled'))).ScheduledOverlay,
  })),
  reminders: lazy(async () => ({
    default: (await withWritingTexts(import('../views/later/reminders'))).RemindersOverlay,
  })),
  'keyboard-shortcuts': lazy(async () => ({
    default: (await withKeysTexts(import('../frame/help/keyboard-help'))).KeyboardHelp,
  })),
  'message-formatting': lazy(async () => ({ default: (await loadHelp()).FormattingHelp })),
  'search-operators': lazy(async () => ({ default: (await loadHelp()).SearchHelp })),
  about: lazy(async () => ({ default: (await loadHelp()).About })),
  connection: lazy(async () => ({ default: (await loadHelp()).ConnectionHealth })),
  organizations: lazy(async () => {
    const { loadOrganizations } = await import('../views/organizations/load');
    return { default: (await loadOrganizations()).OrganizationsOverlay };
  }),
  groups: lazy(async () => {
    const { loadGroups } = await import('../views/groups/load');
    return { default: (await loadGroups()).GroupsOverlay };
  }),
  invite: lazy(async () => {
    const { loadInviteDialog } = await import('../views/people/load');
    return { default: (await loadInviteDialog()).InviteDialog };
  }),
  user: lazy(async () => {
    const { loadUserProfile } = await import('../views/people/load');
    return { default: (await loadUserProfile()).UserProfile };
  }),
};

/** Whether there is something to open under this name. */
export function hasOverlay(name: Overlay): boolean {
  return OVERLAYS[name] !== undefined;
}

function Loading({ onClose }: { onClose: () => void }) {
  return (
    <LazyDialog title={t('app.loading')} size="page" onClose={onClose}>
      <p aria-busy="true" />
    </LazyDialog>
  );
}

interface OpenOverlayProps {
  name: Overlay;
  path: readonly string[];
  /** The address of the view behind it, where closing leads. */
  behind: string;
}

/** The overlay of the address, over the view that stays behind it. */
export function OpenOverlay({ name, path, behind }: OpenOverlayProps) {
  const Opened = OVERLAYS[name];
  const close = useCallback(() => {
    location.hash = behind;
  }, [behind]);
  if (!Opened) return null;
  return (
    <Suspense fallback={<Loading onClose={close} />}>
      <Opened path={path} behind={behind} onClose={close} />
    </Suspense>
  );
}
