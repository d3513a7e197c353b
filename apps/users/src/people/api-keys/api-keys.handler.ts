import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type RpcResponse,
  devFetchApiKey,
  devListUsers,
  fetchApiKey,
  regenerateApiKey,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { ApiKeysService } from './api-keys.service';

@Controller()
export class ApiKeysHandler {
  constructor(private readonly apiKeys: ApiKeysService) {}

  @Handles(fetchApiKey)
  fetch({ realmId, username, password }: RpcRequest<typeof fetchApiKey>): Promise<RpcResponse<typeof fetchApiKey>> {
    return this.apiKeys.fetch(realmId, username, password);
  }

  @Handles(devFetchApiKey)
  devFetch({ realmId, username }: RpcRequest<typeof devFetchApiKey>): Promise<RpcResponse<typeof devFetchApiKey>> {
    return this.apiKeys.devFetch(realmId, username);
  }

  @Handles(devListUsers)
  devList(): Promise<RpcResponse<typeof devListUsers>> {
    return this.apiKeys.devList();
  }

  @Handles(regenerateApiKey)
  async regenerate(_request: object, context: CallContext): Promise<RpcResponse<typeof regenerateApiKey>> {
    return { api_key: await this.apiKeys.regenerate(requireActor(context)) };
  }
}
