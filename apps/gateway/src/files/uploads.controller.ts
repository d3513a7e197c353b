import type { RequestOf } from '@stoa/contracts/rpc';
import { getTemporaryFileUrl, getThumbnailStatus, openAttachment, uploadFile } from '@stoa/contracts/messages';
import { DomainError, badRequest } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { TemporaryLinks } from './temporary-links';
import { Thumbnails } from './thumbnails';
import { UploadIntake } from './upload-intake';

@EndpointController()
export class UploadsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly intake: UploadIntake,
    private readonly links: TemporaryLinks,
    private readonly thumbnails: Thumbnails,
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
    const { pathId } = await this.access(ctx, params);
    return { url: this.links.urlOf(pathId) };
  }

  @Endpoint(getThumbnailStatus)
  async thumbnailStatus(
    ctx: UserContext,
    params: RequestOf<typeof getThumbnailStatus>,
  ): Promise<{ has_thumbnail: boolean }> {
    const { pathId, image } = await this.access(ctx, params);
    return { has_thumbnail: image !== null && (await this.thumbnails.isMade(pathId, image)) };
  }

  /** A file that the caller may open. @throws DomainError 404 or 403 */
  private async access(ctx: UserContext, { realm_id, filename }: RequestOf<typeof getTemporaryFileUrl>) {
    const pathId = `${realm_id}/${filename}`;
    const file = await this.rpc.call(openAttachment, ctx, { realmId: realm_id, pathId });
    if (file.access === 'missing') throw new DomainError('BAD_REQUEST', 'File not found', { status: 404 });
    if (file.access === 'denied') throw new DomainError('BAD_REQUEST', 'Access denied', { status: 403 });
    return { pathId, image: file.image };
  }
}
