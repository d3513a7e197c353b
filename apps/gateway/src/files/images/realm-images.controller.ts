import type { RequestOf } from '@stoa/contracts/rpc';
import {
  type RealmImageName,
  findRealmImage,
  openRealmIcon,
  openRealmLogo,
  setRealmIcon,
  setRealmImage,
  setRealmLogo,
} from '@stoa/contracts/organization';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController, Redirect } from '../../http/endpoint.decorator';
import type { UserContext } from '../../http/request-context';
import { ImageSpool } from './image-spool';

/** Icon and logos (organization.md 10): files that are put aside, and redirections. */
@EndpointController()
export class RealmImagesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly spool: ImageSpool,
  ) {}

  @Endpoint(setRealmIcon)
  async setIcon(ctx: UserContext): Promise<{ icon_url: string }> {
    return { icon_url: await this.set(ctx, 'icon') };
  }

  @Endpoint(openRealmIcon)
  openIcon(ctx: UserContext): Promise<Redirect> {
    return this.redirect(ctx, 'icon');
  }

  @Endpoint(setRealmLogo)
  async setLogo(ctx: UserContext, { night }: RequestOf<typeof setRealmLogo>): Promise<object> {
    await this.set(ctx, logo(night));
    return {};
  }

  @Endpoint(openRealmLogo)
  openLogo(ctx: UserContext, { night }: RequestOf<typeof openRealmLogo>): Promise<Redirect> {
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
