import { Controller } from '@nestjs/common';
import { reportMessage } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { ReportMessageService } from './report-message.service';

@Controller()
export class ReportsHandler {
  constructor(private readonly reports: ReportMessageService) {}

  @Handles(reportMessage)
  report(request: RpcRequest<typeof reportMessage>, context: CallContext): Promise<RpcResponse<typeof reportMessage>> {
    return this.reports.report(requireActor(context), request);
  }
}
