import { Type } from '@sinclair/typebox';
import { boolean, text } from '@stoa/http-params';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';

const CallSchema = Type.Object({ url: Type.String() }, CLOSED);
export const NO_ZOOM = {
  code: 'BAD_REQUEST',
  msg: 'Zoom credentials have not been configured',
} satisfies DocumentedError;
export const NO_BIG_BLUE_BUTTON = {
  code: 'BAD_REQUEST',
  msg: 'BigBlueButton is not configured.',
} satisfies DocumentedError;

export const NO_CONSTRUCTOR_GROUPS = {
  code: 'BAD_REQUEST',
  msg: 'Constructor Groups is not configured.',
} satisfies DocumentedError;
export const NO_NEXTCLOUD_TALK = {
  code: 'BAD_REQUEST',
  msg: 'Nextcloud Talk is not configured.',
} satisfies DocumentedError;
export const NO_WEBEX = { code: 'BAD_REQUEST', msg: 'Webex is not configured.' } satisfies DocumentedError;

const UNAVAILABLE = {
  tag: 'Server and organization',
  auth: 'user',
  response: CallSchema,
  isUnavailable: true,
} as const;

/** organization.md 17. */
export const createZoomCall = defineEndpoint({
  ...UNAVAILABLE,
  method: 'POST',
  path: 'calls/zoom/create',
  summary: 'Create a Zoom call',
  description: 'Zoom is not available on this service.',
  params: { is_video_call: boolean({ default: true, doc: 'Whether the call starts with video.' }) },
  errors: [NO_ZOOM],
});

export const createBigBlueButtonCall = defineEndpoint({
  ...UNAVAILABLE,
  method: 'GET',
  path: 'calls/bigbluebutton/create',
  summary: 'Create a BigBlueButton call',
  description: 'BigBlueButton is not available on this service.',
  params: {
    meeting_name: text({ doc: 'Name of the meeting.' }),
    voice_only: boolean({ default: false, doc: 'Whether the call has no video.' }),
  },
  errors: [NO_BIG_BLUE_BUTTON],
});

export const createConstructorGroupsCall = defineEndpoint({
  ...UNAVAILABLE,
  method: 'POST',
  path: 'calls/constructorgroups/create',
  summary: 'Create a Constructor Groups call',
  description: 'Constructor Groups is not available on this service.',
  errors: [NO_CONSTRUCTOR_GROUPS],
});

export const createNextcloudTalkCall = defineEndpoint({
  ...UNAVAILABLE,
  method: 'POST',
  path: 'calls/nextcloud_talk/create',
  summary: 'Create a Nextcloud Talk call',
  description: 'Nextcloud Talk is not available on this service.',
  params: { room_name: text({ doc: 'Name of the room.' }) },
  errors: [NO_NEXTCLOUD_TALK],
});

export const createWebexCall = defineEndpoint({
  ...UNAVAILABLE,
  method: 'POST',
  path: 'calls/webex/create',
  summary: 'Create a Webex call',
  description: 'Webex is not available on this service.',
  errors: [NO_WEBEX],
});
