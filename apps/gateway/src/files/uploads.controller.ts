import { Type } from '@sinclair/typebox';
import { DomainError, badRequest, listAttachments, openAttachment, removeAttachment } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { AttachmentParams, FileParams } from './params/file.params';
import { TemporaryLinks } from './temporary-links';
import { UploadIntake } from './upload-intake';

const UPLOAD_MS = 280_000;

const UploadedSchema = Type.Object(
  {
    url: Type.String({ description: 'Address of the file below that of the organization.' }),
    uri: Type.String({ description: 'Deprecated copy of url.' }),
    filename: Type.String({ description: 'Name to show.' }),
  },
  { additionalProperties: false },
);
const TemporaryUrlSchema = Type.Object(
  { url: Type.String({ description: 'Works for 60 seconds without credentials.' }) },
  { additionalProperties: false },
);

@EndpointController()
export class UploadsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly intake: UploadIntake,
    private readonly links: TemporaryLinks,
  ) {}

  @Endpoint({
    method: 'POST',
    path: 'user_uploads',
    summary: 'Upload a file',
    description: 'multipart/form-data with one file; the name of its field does not matter.',
    tag: 'Files',
    auth: 'user',
    streamsFiles: true,
    deadlineMs: UPLOAD_MS,
    response: UploadedSchema,
    errors: [
      { code: 'BAD_REQUEST', msg: 'You must specify a file to upload' },
      { code: 'BAD_REQUEST', msg: 'You may only upload one file at a time' },
      {
        code: 'BAD_REQUEST',
        msg: "File is larger than this server's configured maximum upload size (100 MiB).",
      },
      { code: 'REALM_UPLOAD_QUOTA', msg: "Upload would exceed your organization's upload quota." },
    ],
  })
  async upload(ctx: UserContext): Promise<{ url: string; uri: string; filename: string }> {
    const { upload } = ctx.http;
    const file = await upload?.next();
    if (!upload || !file) throw badRequest('You must specify a file to upload');
    const { url, filename } = await this.intake.take(ctx, file, async () => {
      if ((await upload.skipRest()) > 0) throw badRequest('You may only upload one file at a time');
    });
    return { url, uri: url, filename };
  }

  @Endpoint({
    method: 'GET',
    path: 'user_uploads/{realm_id}/{folder}/{secret}/{filename}',
    summary: 'Get a temporary address of a file',
    tag: 'Files',
    auth: 'user',
    params: FileParams,
    response: TemporaryUrlSchema,
    errors: [
      { code: 'BAD_REQUEST', msg: 'File not found', status: 404 },
      { code: 'BAD_REQUEST', msg: 'Access denied', status: 403 },
    ],
  })
  async temporaryUrl(ctx: UserContext, params: FileParams): Promise<{ url: string }> {
    const pathId = [params.realm_id, params.folder, params.secret, params.filename].join('/');
    const { access } = await this.rpc.call(openAttachment, ctx, { realmId: params.realm_id, pathId });
    if (access === 'missing') throw new DomainError('BAD_REQUEST', 'File not found', { status: 404 });
    if (access === 'denied') throw new DomainError('BAD_REQUEST', 'Access denied', { status: 403 });
    return { url: this.links.urlOf(pathId) };
  }

  @Endpoint({
    method: 'GET',
    path: 'attachments',
    summary: 'Get the own files',
    tag: 'Files',
    auth: 'user',
    response: listAttachments.response,
  })
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listAttachments, ctx, {});
  }

  @Endpoint({
    method: 'DELETE',
    path: 'attachments/{attachment_id}',
    summary: 'Delete a file',
    description: 'Only the own ones. Links in messages break.',
    tag: 'Files',
    auth: 'user',
    params: AttachmentParams,
    response: removeAttachment.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'Invalid attachment' },
      { code: 'BAD_REQUEST', msg: 'An error occurred while deleting the attachment. Please try again later.' },
    ],
  })
  remove(ctx: UserContext, { attachment_id: attachmentId }: AttachmentParams): Promise<Buffer> {
    return this.rpc.callRaw(removeAttachment, ctx, { attachmentId });
  }
}
