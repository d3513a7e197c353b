import { BooleanParam, StringParam } from '@stoa/http-params';

/** `POST /calls/zoom/create` (organization.md 17). */
export class CreateZoomCallParams {
  @BooleanParam({ name: 'is_video_call', default: true, doc: 'Whether the call starts with video.' })
  isVideoCall!: boolean;
}

/** `GET /calls/bigbluebutton/create` (organization.md 17). */
export class CreateBigBlueButtonCallParams {
  @StringParam({ name: 'meeting_name', doc: 'Name of the meeting.' })
  meetingName!: string;

  @BooleanParam({ name: 'voice_only', default: false, doc: 'Whether the call has no video.' })
  voiceOnly!: boolean;
}
