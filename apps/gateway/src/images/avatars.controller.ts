import { removeAvatar, setAvatar } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { ImageSpool } from './image-spool';

const DISABLED = { code: 'BAD_REQUEST', msg: 'Avatar changes are disabled in this organization.' };

@EndpointController()
export class AvatarsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly spool: ImageSpool,
  ) {}

  @Endpoint({
    method: 'POST',
    path: 'users/me/avatar',
    summary: 'Set the own avatar',
    description: 'multipart/form-data with one image.',
    tag: 'Users',
    auth: 'user',
    streamsFiles: true,
    response: setAvatar.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'You must upload exactly one avatar.' },
      DISABLED,
      { code: 'BAD_REQUEST', msg: 'Uploaded file is larger than the allowed limit of 5 MiB' },
      { code: 'BAD_IMAGE', msg: 'Could not decode image; did you upload an image file?' },
      { code: 'BAD_IMAGE', msg: 'Image size exceeds limit.' },
    ],
  })
  set(ctx: UserContext): Promise<Buffer> {
    return this.spool.with(ctx.http.upload, (files) => this.rpc.callRaw(setAvatar, ctx, { files }));
  }

  @Endpoint({
    method: 'DELETE',
    path: 'users/me/avatar',
    summary: 'Remove the own avatar',
    description: 'The generated one is shown again.',
    tag: 'Users',
    auth: 'user',
    response: removeAvatar.response,
    errors: [DISABLED],
  })
  remove(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(removeAvatar, ctx, {});
  }
}
