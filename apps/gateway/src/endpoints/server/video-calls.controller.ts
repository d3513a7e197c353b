import {
  NO_BIG_BLUE_BUTTON,
  NO_CONSTRUCTOR_GROUPS,
  NO_NEXTCLOUD_TALK,
  NO_WEBEX,
  NO_ZOOM,
  createBigBlueButtonCall,
  createConstructorGroupsCall,
  createNextcloudTalkCall,
  createWebexCall,
  createZoomCall,
} from '@stoa/contracts/server';
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

  @Endpoint(createConstructorGroupsCall)
  createConstructorGroupsCall(): never {
    throw badRequest(NO_CONSTRUCTOR_GROUPS.msg);
  }

  @Endpoint(createNextcloudTalkCall)
  createNextcloudTalkCall(): never {
    throw badRequest(NO_NEXTCLOUD_TALK.msg);
  }

  @Endpoint(createWebexCall)
  createWebexCall(): never {
    throw badRequest(NO_WEBEX.msg);
  }
}
