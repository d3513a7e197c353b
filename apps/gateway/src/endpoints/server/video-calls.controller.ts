import { NO_BIG_BLUE_BUTTON, NO_ZOOM, createBigBlueButtonCall, createZoomCall } from '@stoa/contracts/server';
import { badRequest } from '@stoa/errors';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';

/**
 * This service runs no video servers and lists no such provider (organization.md 4.8): there is no call to
 * make, and nothing to join. Clients that ask all the same get the errors that say so.
 */
@EndpointController()
export class VideoCallsController {
  @Endpoint(createZoomCall)
  createZoomCall(): never {
    throw badRequest(NO_ZOOM.msg);
  }

  @Endpoint(createBigBlueButtonCall)
  createBigBlueButtonCall(): never {
    throw badRequest(NO_BIG_BLUE_BUTTON.msg);
  }
}
