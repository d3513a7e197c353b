import type { UsersEnvironment } from '../../users-environment';

export interface VideoProvider {
  /** In `realm_available_video_chat_providers`. */
  key: string;
  name: string;
  /** Value of `video_chat_provider`. */
  id: number;
}

type Settings = Pick<
  UsersEnvironment,
  | 'STOA_JITSI_SERVER_URL'
  | 'STOA_BIG_BLUE_BUTTON_URL'
  | 'STOA_BIG_BLUE_BUTTON_SECRET'
  | 'STOA_ZOOM_CLIENT_ID'
  | 'STOA_ZOOM_CLIENT_SECRET'
  | 'STOA_ZOOM_ACCOUNT_ID'
>;

/** The providers of video calls that organizations can choose, none included (organization.md 4.8). */
export function videoProviders(settings: Settings): VideoProvider[] {
  const isAtJitsi = settings.STOA_JITSI_SERVER_URL !== 'none';
  const zoom =
    settings.STOA_ZOOM_ACCOUNT_ID === 'none'
      ? { key: 'zoom', name: 'Zoom', id: 3 }
      : { key: 'zoom_server_to_server', name: 'Zoom', id: 5 };
  return [
    { key: 'disabled', name: 'None', id: 0 },
    ...(isAtJitsi ? [{ key: 'jitsi_meet', name: 'Jitsi Meet', id: 1 }] : []),
    ...(hasZoom(settings) ? [zoom] : []),
    ...(hasBigBlueButton(settings) ? [{ key: 'big_blue_button', name: 'BigBlueButton', id: 4 }] : []),
  ];
}

export function hasZoom(settings: Pick<Settings, 'STOA_ZOOM_CLIENT_ID' | 'STOA_ZOOM_CLIENT_SECRET'>): boolean {
  return settings.STOA_ZOOM_CLIENT_ID !== 'none' && settings.STOA_ZOOM_CLIENT_SECRET !== 'none';
}

export function hasBigBlueButton(
  settings: Pick<Settings, 'STOA_BIG_BLUE_BUTTON_URL' | 'STOA_BIG_BLUE_BUTTON_SECRET'>,
): boolean {
  return settings.STOA_BIG_BLUE_BUTTON_URL !== 'none' && settings.STOA_BIG_BLUE_BUTTON_SECRET !== 'none';
}
