import { Type } from '@sinclair/typebox';
import { DomainError } from '@stoa/contracts';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { CreateBigBlueButtonCallParams, CreateZoomCallParams } from './video-calls.params';

const CallSchema = Type.Object({ url: Type.String() }, { additionalProperties: false });
const NO_TOKEN = { code: 'INVALID_VIDEO_CALL_PROVIDER_TOKEN', msg: 'Invalid Zoom access token' };
const NO_SERVER = { code: 'BAD_REQUEST', msg: 'BigBlueButton is not configured.', status: 404 };

/**
 * This service runs no video servers and lists no such provider (organization.md 4.8): nobody has a token, and there is
 * nothing to join. Clients that ask all the same get the errors that say so.
 */
@EndpointController()
export class VideoCallsController {
  @Endpoint({
    method: 'POST',
    path: 'calls/zoom/create',
    tag: 'Server and organization',
    summary: 'Create a Zoom call',
    description: 'Zoom is not available on this service.',
    auth: 'user',
    params: CreateZoomCallParams,
    response: CallSchema,
    isUnavailable: true,
    errors: [NO_TOKEN],
  })
  createZoomCall(_ctx: UserContext, _params: CreateZoomCallParams): never {
    throw new DomainError(NO_TOKEN.code, NO_TOKEN.msg);
  }

  @Endpoint({
    method: 'GET',
    path: 'calls/bigbluebutton/create',
    tag: 'Server and organization',
    summary: 'Create a BigBlueButton call',
    description: 'BigBlueButton is not available on this service.',
    auth: 'user',
    params: CreateBigBlueButtonCallParams,
    response: CallSchema,
    isUnavailable: true,
    errors: [NO_SERVER],
  })
  createBigBlueButtonCall(_ctx: UserContext, _params: CreateBigBlueButtonCallParams): never {
    throw new DomainError(NO_SERVER.code, NO_SERVER.msg, { status: NO_SERVER.status });
  }
}
