import type { DocumentedError } from '@stoa/contracts/rpc';
import { NO_BIG_BLUE_BUTTON, NO_ZOOM, createBigBlueButtonCall, createZoomCall } from '@stoa/contracts/server';
import { DomainError } from '@stoa/errors';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';

/**
 * This service runs no video servers and lists no such provider (organization.md 4.8): there is no call to
 * make, and nothing to join. Clients that ask all the same get the errors that say so.
 */
@EndpointController()
export class VideoCallsController {
  @Endpoint(createZoomCall)
  createZoomCall(): never {
    throw refusal(NO_ZOOM);
  }

  @Endpoint(createBigBlueButtonCall)
  createBigBlueButtonCall(): never {
    throw refusal(NO_BIG_BLUE_BUTTON);
  }
}

function refusal({ code, msg, status }: DocumentedError): DomainError {
  return new DomainError(code, msg, { status });
}
