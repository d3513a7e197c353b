import { Controller } from '@nestjs/common';
import { findRealmImage, removeRealmImage, setRealmImage } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { RealmImagesService } from './realm-images.service';

@Controller()
export class RealmImagesHandler {
  constructor(private readonly images: RealmImagesService) {}

  @Handles(setRealmImage)
  async set(
    { image, files }: RpcRequest<typeof setRealmImage>,
    context: CallContext,
  ): Promise<RpcResponse<typeof setRealmImage>> {
    return { url: await this.images.upload(requireActor(context), image, files) };
  }

  @Handles(removeRealmImage)
  async remove(
    { image }: RpcRequest<typeof removeRealmImage>,
    context: CallContext,
  ): Promise<RpcResponse<typeof removeRealmImage>> {
    return { url: await this.images.remove(requireActor(context), image) };
  }

  @Handles(findRealmImage)
  async find(
    { image }: RpcRequest<typeof findRealmImage>,
    context: CallContext,
  ): Promise<RpcResponse<typeof findRealmImage>> {
    return { url: await this.images.url(requireActor(context), image) };
  }
}
