import { useState } from 'react';
import { useClientState } from '../client/client';
import { useMedia } from '../client/media';
import { homeAddress } from '../parts/addresses';
import type { State } from '../store/state';
import { t } from '../strings/strings';
import { isOwnAddress } from '../ui/own-address';

const Theme = { Dark: 2, Light: 3 } as const;
const UPLOADED = 'U';

/** The organization's logo for the theme, its icon where it has no logo; undefined unless it has uploaded one. */
export function brandImage(
  organization: Pick<
    State['organization'],
    | 'realm_icon_source'
    | 'realm_icon_url'
    | 'realm_logo_source'
    | 'realm_logo_url'
    | 'realm_night_logo_source'
    | 'realm_night_logo_url'
  >,
  isDark: boolean,
): { kind: 'logo' | 'icon'; url: string } | undefined {
  const { realm_icon_source, realm_logo_source, realm_night_logo_source } = organization;
  if (isDark && realm_night_logo_source === UPLOADED) return { kind: 'logo', url: organization.realm_night_logo_url };
  if (realm_logo_source === UPLOADED) return { kind: 'logo', url: organization.realm_logo_url };
  return realm_icon_source === UPLOADED ? { kind: 'icon', url: organization.realm_icon_url } : undefined;
}

/** Whose place this is, and the way to the home view. */
export function Brand() {
  const organization = useClientState((state) => state.organization);
  const scheme = useClientState((state) => state.settings.color_scheme);
  const home = useClientState(homeAddress);
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const isDark = scheme === Theme.Dark || (scheme !== Theme.Light && isSystemDark);
  const [failedUrl, setFailedUrl] = useState<string>();
  const image = brandImage(organization, isDark);
  const isShown = image !== undefined && isOwnAddress(image.url) && image.url !== failedUrl;
  return (
    <a className="brand" href={home} aria-label={t('frame.home', { organization: organization.realm_name })}>
      {isShown ? (
        <img data-kind={image.kind} src={image.url} alt="" onError={() => setFailedUrl(image.url)} />
      ) : (
        <img data-kind="icon" src="/icon.svg" alt="" />
      )}
    </a>
  );
}
