import { createBigBlueButtonCall, createZoomCall } from '@stoa/contracts/server';
import { call } from '../../api/client';
import type { Organization } from '../../store/organization';

/** Codes of `video_chat_provider` (organization.md 4.2). */
const Provider = { Jitsi: 1, Zoom: 3, BigBlueButton: 4, ZoomOfServer: 5 } as const;

type Facts = Pick<
  Organization,
  'realm_video_chat_provider' | 'realm_available_video_chat_providers' | 'jitsi_server_url' | 'realm_name'
>;

export interface WantedCall {
  hasVideo: boolean;
  /** Of the meeting, where the provider shows one. */
  name: string;
}

/** Makes the address of a call. @throws RequestRefused, RequestFailed */
export type MakeCall = (wanted: WantedCall) => Promise<string>;

/** How calls are made here; undefined where the organization has none, or a provider that this client does not know. */
export function callMaker(organization: Facts): MakeCall | undefined {
  const { realm_video_chat_provider: chosen, realm_available_video_chat_providers: available } = organization;
  const isOffered = Object.values(available).some(({ id }) => id === chosen);
  if (!isOffered) return undefined;
  switch (chosen) {
    case Provider.Jitsi: {
      const server = organization.jitsi_server_url;
      return server === null ? undefined : ({ hasVideo }) => Promise.resolve(jitsiAddress(server, hasVideo));
    }
    case Provider.Zoom:
    case Provider.ZoomOfServer:
      return async ({ hasVideo }) => (await call(createZoomCall, { is_video_call: hasVideo })).url;
    case Provider.BigBlueButton:
      return async ({ hasVideo, name }) => {
        const { url } = await call(createBigBlueButtonCall, { meeting_name: name, voice_only: !hasVideo });
        return new URL(url, location.origin).href;
      };
    default:
      return undefined;
  }
}

/** A room that nobody can guess: Jitsi lets in whoever knows the address. */
export function jitsiAddress(server: string, hasVideo: boolean): string {
  const room = crypto.randomUUID().replaceAll('-', '');
  return `${server.replace(/\/+$/, '')}/${room}${hasVideo ? '' : '#config.startWithVideoMuted=true'}`;
}
