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
