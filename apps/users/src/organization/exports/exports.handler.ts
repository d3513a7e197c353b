import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type RpcResponse,
  deleteExport,
  listExportConsents,
  listExports,
  requestExport,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { ExportsService } from './exports.service';

@Controller()
export class ExportsHandler {
  constructor(private readonly exports: ExportsService) {}

  @Handles(listExports)
  async list(_request: object, context: CallContext): Promise<RpcResponse<typeof listExports>> {
    return { exports: await this.exports.list(requireActor(context)) };
  }

  @Handles(requestExport)
  async request(
    { exportType }: RpcRequest<typeof requestExport>,
    context: CallContext,
  ): Promise<RpcResponse<typeof requestExport>> {
    return { id: await this.exports.request(requireActor(context), exportType) };
  }

  @Handles(deleteExport)
  async delete({ id }: RpcRequest<typeof deleteExport>, context: CallContext): Promise<object> {
    await this.exports.delete(requireActor(context), id);
    return {};
  }

  @Handles(listExportConsents)
  async consents(_request: object, context: CallContext): Promise<RpcResponse<typeof listExportConsents>> {
    return { export_consents: await this.exports.consents(requireActor(context)) };
  }
}
