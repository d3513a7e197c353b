import type { RequestOf } from '@stoa/contracts/rpc';
import { getTemporaryFileUrl, openAttachment, uploadFile } from '@stoa/contracts/messages';
import { DomainError, badRequest } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { TemporaryLinks } from './temporary-links';
import { UploadIntake } from './upload-intake';

@EndpointController()
export class UploadsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly intake: UploadIntake,
    private readonly links: TemporaryLinks,
  ) {}

  @Endpoint(uploadFile)
  async upload(ctx: UserContext): Promise<{ url: string; uri: string; filename: string }> {
    const { upload } = ctx.http;
    const file = await upload?.next();
    if (!upload || !file) throw badRequest('You must specify a file to upload');
    const { url, filename } = await this.intake.take(ctx, file, async () => {
      if ((await upload.skipRest()) > 0) throw badRequest('You may only upload one file at a time');
    });
    return { url, uri: url, filename };
  }

  @Endpoint(getTemporaryFileUrl)
  async temporaryUrl(ctx: UserContext, params: RequestOf<typeof getTemporaryFileUrl>): Promise<{ url: string }> {
    const pathId = `${params.realm_id}/${params.filename}`;
    const { access } = await this.rpc.call(openAttachment, ctx, { realmId: params.realm_id, pathId });
    if (access === 'missing') throw new DomainError('BAD_REQUEST', 'File not found', { status: 404 });
    if (access === 'denied') throw new DomainError('BAD_REQUEST', 'Access denied', { status: 403 });
    return { url: this.links.urlOf(pathId) };
  }
}
