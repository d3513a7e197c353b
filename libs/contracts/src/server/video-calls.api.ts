import { Type } from '@sinclair/typebox';
import { boolean, text } from '@stoa/http-params';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';

const CallSchema = Type.Object({ url: Type.String() }, CLOSED);
/** Enough for the provider and the renewal of a token before it. */
const PROVIDER_MS = 25_000;

export const NO_ZOOM = {
  code: 'BAD_REQUEST',
  msg: 'Zoom credentials have not been configured',
} satisfies DocumentedError;
export const NO_ZOOM_TOKEN = {
  code: 'INVALID_VIDEO_CALL_PROVIDER_TOKEN',
  msg: 'Invalid Zoom access token',
} satisfies DocumentedError;
export const NO_ZOOM_CALL = { code: 'BAD_REQUEST', msg: 'Failed to create Zoom call' } satisfies DocumentedError;
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

const CALL = { tag: 'Server and organization', auth: 'user', response: CallSchema } as const;
const UNAVAILABLE = { ...CALL, isUnavailable: true } as const;

/** organization.md 17. */
export const createZoomCall = defineEndpoint({
  ...CALL,
  method: 'POST',
  path: 'calls/zoom/create',
  summary: 'Create a Zoom call',
  description:
    'Where the installation has no account of its own at Zoom, the caller first connects theirs: at `/calls/zoom/register` of the organization, in a browser.',
  subject: 'rpc.users.v1.video-calls.create-zoom',
  timeoutMs: PROVIDER_MS,
  idempotent: false,
  params: { is_video_call: boolean({ default: true, doc: 'Whether the call starts with video.' }) },
  errors: [NO_ZOOM, NO_ZOOM_TOKEN, NO_ZOOM_CALL],
});

export const createBigBlueButtonCall = defineEndpoint({
  ...CALL,
  method: 'GET',
  path: 'calls/bigbluebutton/create',
  summary: 'Create a BigBlueButton call',
  description:
    'The answer is a path of the organization, for browsers of its people. The meeting begins when the first of them opens it; whoever created it moderates.',
  subject: 'rpc.users.v1.video-calls.create-big-blue-button',
  params: {
    meeting_name: text({ doc: 'Name of the meeting.' }),
    voice_only: boolean({ default: false, doc: 'Whether the call has no video.' }),
  },
  errors: [NO_BIG_BLUE_BUTTON],
});

/** The address at the BigBlueButton server by which the caller joins the meeting of a link. */
export const joinBigBlueButtonCall = defineRpc({
  subject: 'rpc.users.v1.video-calls.join-big-blue-button',
  request: Type.Object({ call: Type.String({ description: 'Parameter `bigbluebutton` of the link.' }) }, CLOSED),
  response: CallSchema,
  auth: 'user',
  timeoutMs: PROVIDER_MS,
  idempotent: true,
});

/** The address at Zoom where the caller lets the service make calls in their name. */
export const beginZoomConnection = defineRpc({
  subject: 'rpc.users.v1.video-calls.begin-zoom-connection',
  request: Type.Object({}, CLOSED),
  response: CallSchema,
  auth: 'user',
  timeoutMs: 10_000,
  idempotent: true,
});

/** Zoom has sent the caller's browser back. */
export const finishZoomConnection = defineRpc({
  subject: 'rpc.users.v1.video-calls.finish-zoom-connection',
  request: Type.Object({ query: Type.String({ description: 'Of the address that Zoom sent it to.' }) }, CLOSED),
  response: Type.Object({}, CLOSED),
  auth: 'user',
  timeoutMs: PROVIDER_MS,
  idempotent: false,
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
