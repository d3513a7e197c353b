import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  addPushToken,
  registerPushDevice,
  removePushToken,
  testEncryptedPush,
  testLegacyPush,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { DevicesService } from './devices.service';
import { TestNotifications } from './test-notifications';
import { TokensService } from './tokens.service';

@Controller()
export class DevicesHandler {
  constructor(
    private readonly devices: DevicesService,
    private readonly tokens: TokensService,
    private readonly tests: TestNotifications,
  ) {}

  @Handles(registerPushDevice)
  async register(request: RpcRequest<typeof registerPushDevice>, context: CallContext): Promise<object> {
    await this.devices.register(requireActor(context), request);
    return {};
  }

  @Handles(addPushToken)
  async add({ kind, token, iosAppId }: RpcRequest<typeof addPushToken>, context: CallContext): Promise<object> {
    await this.tokens.add(requireActor(context), kind, token, iosAppId);
    return {};
  }

  @Handles(removePushToken)
  async remove({ kind, token }: RpcRequest<typeof removePushToken>, context: CallContext): Promise<object> {
    await this.tokens.remove(requireActor(context), kind, token);
    return {};
  }

  @Handles(testLegacyPush)
  async testLegacy({ token }: RpcRequest<typeof testLegacyPush>, context: CallContext): Promise<object> {
    await this.tests.sendLegacy(requireActor(context), token);
    return {};
  }

  @Handles(testEncryptedPush)
  async testEncrypted({ pushAccountId }: RpcRequest<typeof testEncryptedPush>, context: CallContext): Promise<object> {
    await this.tests.sendEncrypted(requireActor(context), pushAccountId);
    return {};
  }
}
