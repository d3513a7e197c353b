import { Controller } from '@nestjs/common';
import {
  getRealmPresence,
  getUserPresence,
  reportPresence,
  reportPresenceSince,
  setPresenceVisibility,
} from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, RawJson, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { PresenceService } from './presence.service';

@Controller()
export class PresenceHandler {
  constructor(private readonly presences: PresenceService) {}

  @Handles(reportPresence)
  report(request: RpcRequest<typeof reportPresence>, context: CallContext): Promise<RawJson> {
    return this.presences.report(requireActor(context), request);
  }

  @Handles(reportPresenceSince)
  reportSince(
    request: RpcRequest<typeof reportPresenceSince>,
    context: CallContext,
  ): Promise<RpcResponse<typeof reportPresenceSince>> {
    return this.presences.reportSince(requireActor(context), request);
  }

  @Handles(getRealmPresence)
  realm(_request: object, context: CallContext): Promise<RpcResponse<typeof getRealmPresence>> {
    return this.presences.ofRealm(requireActor(context));
  }

  @Handles(getUserPresence)
  user(
    { user }: RpcRequest<typeof getUserPresence>,
    context: CallContext,
  ): Promise<RpcResponse<typeof getUserPresence>> {
    return this.presences.ofUser(requireActor(context), user);
  }

  @Handles(setPresenceVisibility)
  async setVisibility(request: RpcRequest<typeof setPresenceVisibility>, context: CallContext): Promise<object> {
    await this.presences.setVisibility(requireActor(context), request);
    return {};
  }
}
