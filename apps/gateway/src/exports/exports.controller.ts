import { deleteExport, listExportConsents, listExports, requestExport } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { ExportParams, RequestExportParams } from './exports.params';

const bad = (msg: string) => ({ code: 'BAD_REQUEST', msg });
const NOT_ADMINISTRATOR = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' };

/** Exports of the organization's data (organization.md 12). */
@EndpointController()
export class ExportsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'GET',
    path: 'export/realm',
    summary: 'Get all data exports',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    response: listExports.response,
    errors: [NOT_ADMINISTRATOR],
  })
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listExports, ctx, {});
  }

  @Endpoint({
    method: 'POST',
    path: 'export/realm',
    summary: 'Export the data of the organization',
    description: 'The archive is made in the background; `realm_export` events tell how it goes.',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: RequestExportParams,
    response: requestExport.response,
    errors: [
      NOT_ADMINISTRATOR,
      bad('Invalid export_type: Value error, Not in the list of possible values'),
      bad('Exceeded rate limit.'),
    ],
  })
  request(ctx: UserContext, { exportType }: RequestExportParams): Promise<Buffer> {
    return this.rpc.callRaw(requestExport, ctx, { exportType });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'export/realm/{export_id}',
    summary: 'Delete the archive of a data export',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: ExportParams,
    response: deleteExport.response,
    errors: [
      NOT_ADMINISTRATOR,
      bad('Invalid data export ID'),
      bad('Export already deleted'),
      bad('Export failed, nothing to delete'),
      bad('Export still in progress'),
    ],
  })
  delete(ctx: UserContext, { id }: ExportParams): Promise<Buffer> {
    return this.rpc.callRaw(deleteExport, ctx, { id });
  }

  @Endpoint({
    method: 'GET',
    path: 'export/realm/consents',
    summary: 'Get who lets private data be exported',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    response: listExportConsents.response,
    errors: [NOT_ADMINISTRATOR],
  })
  consents(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listExportConsents, ctx, {});
  }
}
