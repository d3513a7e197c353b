import type { RequestOf } from '@stoa/contracts/rpc';
import { requestExport, requestExportInBrowser } from '@stoa/contracts/organization';
import { requireProof } from '@stoa/contracts/users';
import { RpcClient } from '@stoa/rpc';
import { OwnPasswords } from '../../access/rate-limits/own-passwords';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { UserContext } from '../../http/request-context';

/** Exports that a browser asks for (organization.md 12): whoever asks shows once more who it is. */
@EndpointController()
export class ExportsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly passwords: OwnPasswords,
  ) {}

  @Endpoint(requestExportInBrowser)
  async request(ctx: UserContext, { password, ...request }: RequestOf<typeof requestExportInBrowser>): Promise<Buffer> {
    await this.passwords.counted(ctx, password, (proof) => this.rpc.call(requireProof, ctx, proof));
    return this.rpc.callRaw(requestExport, ctx, request);
  }
}
