import { addCustomEmoji, listCustomEmoji, removeCustomEmoji } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { ImageSpool } from './image-spool';
import { EmojiNameParams } from './images.params';

@EndpointController()
export class CustomEmojiController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly spool: ImageSpool,
  ) {}

  @Endpoint({
    method: 'GET',
    path: 'realm/emoji',
    summary: 'Get custom emoji',
    tag: 'Organization',
    auth: 'user',
    response: listCustomEmoji.response,
  })
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listCustomEmoji, ctx, {});
  }

  @Endpoint({
    method: 'POST',
    path: 'realm/emoji/{emoji_name}',
    summary: 'Add a custom emoji',
    description: 'multipart/form-data with one image.',
    tag: 'Organization',
    auth: 'user',
    guard: 'human-member',
    streamsFiles: true,
    params: EmojiNameParams,
    response: addCustomEmoji.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'Emoji name is missing' },
      { code: 'BAD_REQUEST', msg: 'Emoji names must end with either a letter or digit.' },
      {
        code: 'BAD_REQUEST',
        msg: 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
      },
      { code: 'BAD_REQUEST', msg: 'Insufficient permission' },
      { code: 'BAD_REQUEST', msg: 'A custom emoji with this name already exists.' },
      { code: 'BAD_REQUEST', msg: 'You must upload exactly one file.' },
      { code: 'BAD_REQUEST', msg: 'Only administrators can override default emoji.' },
      { code: 'BAD_REQUEST', msg: 'Uploaded file is larger than the allowed limit of 5 MiB' },
      { code: 'BAD_IMAGE', msg: 'Invalid image format' },
      { code: 'BAD_IMAGE', msg: 'Could not decode image; did you upload an image file?' },
      { code: 'BAD_IMAGE', msg: 'Image is corrupted or truncated' },
      { code: 'BAD_IMAGE', msg: 'Image size exceeds limit.' },
      { code: 'BAD_IMAGE', msg: 'Image size exceeds limit' },
    ],
  })
  add(ctx: UserContext, { emoji_name: name }: EmojiNameParams): Promise<Buffer> {
    return this.spool.with(ctx.http.upload, (files) => this.rpc.callRaw(addCustomEmoji, ctx, { name, files }));
  }

  @Endpoint({
    method: 'DELETE',
    path: 'realm/emoji/{emoji_name}',
    summary: 'Deactivate a custom emoji',
    tag: 'Organization',
    auth: 'user',
    params: EmojiNameParams,
    response: removeCustomEmoji.response,
    errors: [
      { code: 'BAD_REQUEST', msg: "Emoji 'party_cat' does not exist", status: 404 },
      { code: 'BAD_REQUEST', msg: 'Must be an organization administrator or emoji author' },
    ],
  })
  remove(ctx: UserContext, { emoji_name: name }: EmojiNameParams): Promise<Buffer> {
    return this.rpc.callRaw(removeCustomEmoji, ctx, { name });
  }
}
