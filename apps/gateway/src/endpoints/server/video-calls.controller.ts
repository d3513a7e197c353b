import {
  NO_CONSTRUCTOR_GROUPS,
  NO_NEXTCLOUD_TALK,
  NO_WEBEX,
  createConstructorGroupsCall,
  createNextcloudTalkCall,
  createWebexCall,
} from '@stoa/contracts/server';
import { badRequest } from '@stoa/errors';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';

/**
 * The service knows nothing of these providers and does not list them (organization.md 4.8): there is no call to make.
 * Clients that ask all the same get the errors that say so.
 */
@EndpointController()
export class VideoCallsController {
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
