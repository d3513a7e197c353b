import { Type } from '@sinclair/typebox';
import { RealmImageName, findRealmImage, removeRealmImage, setRealmImage } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController, Redirect } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { ImageSpool } from './image-spool';
import { LogoParams } from './images.params';

const IconSchema = Type.Object({ icon_url: Type.String() }, { additionalProperties: false });
const Nothing = Type.Object({}, { additionalProperties: false });
const IMAGE_ERRORS = [
  { code: 'BAD_REQUEST', msg: 'Uploaded file is larger than the allowed limit of 5 MiB' },
  { code: 'BAD_IMAGE', msg: 'Invalid image format' },
  { code: 'BAD_IMAGE', msg: 'Could not decode image; did you upload an image file?' },
  { code: 'BAD_IMAGE', msg: 'Image is corrupted or truncated' },
  { code: 'BAD_IMAGE', msg: 'Image size exceeds limit.' },
];

@EndpointController()
export class RealmImagesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly spool: ImageSpool,
  ) {}

  @Endpoint({
    method: 'POST',
    path: 'realm/icon',
    summary: "Set the organization's icon",
    description: 'multipart/form-data with one image.',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    streamsFiles: true,
    response: IconSchema,
    errors: [{ code: 'BAD_REQUEST', msg: 'You must upload exactly one icon.' }, ...IMAGE_ERRORS],
  })
  async setIcon(ctx: UserContext): Promise<{ icon_url: string }> {
    return { icon_url: await this.set(ctx, 'icon') };
  }

  @Endpoint({
    method: 'DELETE',
    path: 'realm/icon',
    summary: "Remove the organization's icon",
    description: 'The generated one is shown again.',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    response: IconSchema,
  })
  async removeIcon(ctx: UserContext): Promise<{ icon_url: string }> {
    return { icon_url: (await this.rpc.call(removeRealmImage, ctx, { image: 'icon' })).url };
  }

  @Endpoint({
    method: 'GET',
    path: 'realm/icon',
    summary: "Go to the organization's icon",
    description: 'Answers 302 with the address of the image.',
    tag: 'Organization',
    auth: 'user',
    isRedirect: true,
    response: Nothing,
  })
  async icon(ctx: UserContext): Promise<Redirect> {
    return this.redirect(ctx, 'icon');
  }

  @Endpoint({
    method: 'POST',
    path: 'realm/logo',
    summary: "Set the organization's logo",
    description: 'multipart/form-data with one image.',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    streamsFiles: true,
    params: LogoParams,
    response: Nothing,
    errors: [{ code: 'BAD_REQUEST', msg: 'You must upload exactly one logo.' }, ...IMAGE_ERRORS],
  })
  async setLogo(ctx: UserContext, { night }: LogoParams): Promise<object> {
    await this.set(ctx, logo(night));
    return {};
  }

  @Endpoint({
    method: 'DELETE',
    path: 'realm/logo',
    summary: "Remove the organization's logo",
    description: 'The default one is shown again.',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: LogoParams,
    response: Nothing,
  })
  async removeLogo(ctx: UserContext, { night }: LogoParams): Promise<object> {
    await this.rpc.call(removeRealmImage, ctx, { image: logo(night) });
    return {};
  }

  @Endpoint({
    method: 'GET',
    path: 'realm/logo',
    summary: "Go to the organization's logo",
    description: 'Answers 302 with the address of the image.',
    tag: 'Organization',
    auth: 'user',
    params: LogoParams,
    isRedirect: true,
    response: Nothing,
  })
  logo(ctx: UserContext, { night }: LogoParams): Promise<Redirect> {
    return this.redirect(ctx, logo(night));
  }

  private set(ctx: UserContext, image: RealmImageName): Promise<string> {
    return this.spool.with(
      ctx.http.upload,
      async (files) => (await this.rpc.call(setRealmImage, ctx, { image, files })).url,
    );
  }

  private async redirect(ctx: UserContext, image: RealmImageName): Promise<Redirect> {
    return new Redirect((await this.rpc.call(findRealmImage, ctx, { image })).url);
  }
}

function logo(isNight: boolean): RealmImageName {
  return isNight ? 'night_logo' : 'logo';
}
