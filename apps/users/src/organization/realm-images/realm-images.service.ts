import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { eventOf, field } from '@stoa/contracts/events';
import {
  type RealmImageName,
  findRealmImage,
  removeRealmIcon,
  removeRealmLogo,
  setRealmImage,
} from '@stoa/contracts/organization';
import { Database, WriteTransaction, setKeys } from '@stoa/database';
import { UnavailableError } from '@stoa/errors';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { realmIconUrl, realmLogoUrl } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { FileStore, publicImageKey } from '@stoa/storage';
import { ImageMaker } from '../../shared/images/image-maker';
import { SpooledImages } from '../../shared/images/spooled-images';
import { OrganizationWrites } from '../organization-writes/organization-writes';

const ICON_PIXELS = 100;
const LOGO_SIZE = { width: 800, height: 100 };
const ATTEMPTS = 5;

interface ImageRow {
  string_id: string;
  source: string;
  version: number;
}

/** Columns of `realm` per image. */
const COLUMNS: Record<RealmImageName, { source: string; version: string; none: string }> = {
  icon: { source: 'icon_source', version: 'icon_version', none: 'G' },
  logo: { source: 'logo_source', version: 'logo_version', none: 'D' },
  night_logo: { source: 'night_logo_source', version: 'night_logo_version', none: 'D' },
};

/** Icon and logos of an organization (organization.md 10). */
@Injectable()
export class RealmImagesService {
  constructor(
    private readonly database: Database,
    private readonly writes: OrganizationWrites,
    private readonly files: FileStore,
    private readonly images: ImageMaker,
    private readonly spooled: SpooledImages,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  @Handles(findRealmImage)
  async find(
    { actor }: ActorContext,
    { image }: RpcRequest<typeof findRealmImage>,
  ): Promise<RpcResponse<typeof findRealmImage>> {
    return { url: urlOf(actor.realmId, image, await this.row(actor.realmId, image)) };
  }

  /** @throws DomainError with a text of organization.md 10 */
  @Handles(setRealmImage)
  async upload(
    ctx: ActorContext,
    { image, files: upload }: RpcRequest<typeof setRealmImage>,
  ): Promise<RpcResponse<typeof setRealmImage>> {
    this.spooled.requireOne(upload, `You must upload exactly one ${image === 'icon' ? 'icon' : 'logo'}.`);
    const content = await this.spooled.read(upload);
    const made = await this.made(image, content);
    const { realmId } = ctx.actor;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      // The version is part of the file's name: it is stored before anybody can learn its address.
      const { version } = await this.row(realmId, image);
      await this.files.put(fileKey(realmId, image, version + 1), made);
      const url = await this.set(ctx, image, { source: 'U', from: version });
      if (url !== null) return { url };
    }
    throw new UnavailableError('the image changes faster than it can be stored');
  }

  /** Back to the generated icon. */
  @Handles(removeRealmIcon)
  async removeIcon(ctx: ActorContext): Promise<RpcResponse<typeof removeRealmIcon>> {
    return { icon_url: await this.remove(ctx, 'icon') };
  }

  /** Back to the default logo. */
  @Handles(removeRealmLogo)
  async removeLogo(ctx: ActorContext, { night }: RequestOf<typeof removeRealmLogo>): Promise<void> {
    await this.remove(ctx, night ? 'night_logo' : 'logo');
  }

  /** @returns the address of what is shown instead */
  private async remove(ctx: ActorContext, image: RealmImageName): Promise<string> {
    const url = await this.set(ctx, image, { source: COLUMNS[image].none, from: null });
    if (url === null) throw new Error('an organization has every image');
    return url;
  }

  private async made(image: RealmImageName, content: Buffer): Promise<Buffer> {
    if (image !== 'icon') return this.images.fitted(content, LOGO_SIZE);
    const [icon] = await this.images.squares(content, [ICON_PIXELS]);
    if (!icon) throw new Error('an image was made per width');
    return icon;
  }

  /** @param change.from version that is replaced; null = whichever. @returns null if it is not the version any more */
  private async set(
    ctx: ActorContext,
    image: RealmImageName,
    change: { source: string; from: number | null },
  ): Promise<string | null> {
    const row = await this.writes.run(ctx, async (tx, audience) => {
      const row = await this.store(tx, image, change);
      if (!row) return undefined;
      tx.bump(setKeys.realmSettings(tx.realmId));
      const url = urlOf(tx.realmId, image, row);
      const data = { ...field(`${image}_source`, row.source), ...field(`${image}_url`, url) };
      tx.emit(eventOf('realm', 'update_dict', { property: image, data }, audience));
      return row;
    });
    if (!row) return null;
    const { realmId } = ctx.actor;
    await this.removeBefore(realmId, image, row.version);
    return urlOf(realmId, image, row);
  }

  /**
   * Removes the files of earlier versions, which nothing refers to any more: those of later ones may be uploads under
   * way. Never fails: the image has changed even if old ones remain, and the next change removes those.
   */
  private async removeBefore(realmId: number, image: RealmImageName, version: number): Promise<void> {
    try {
      const old: string[] = [];
      for await (const { key } of this.files.list(folderOf(realmId))) {
        const [, name, number] = FILE_NAME.exec(key) ?? [];
        if (name === image && Number(number) < version) old.push(key);
      }
      if (old.length > 0) await this.files.delete(old);
    } catch (error) {
      this.log.warn({ err: error, realmId, image }, 'replaced images of an organization stay in the store');
    }
  }

  private async store(
    tx: WriteTransaction,
    image: RealmImageName,
    { source, from }: { source: string; from: number | null },
  ): Promise<ImageRow | undefined> {
    const columns = COLUMNS[image];
    const [row] = await tx.query<ImageRow>(
      `UPDATE realm SET ${columns.source} = $2, ${columns.version} = ${columns.version} + 1
       WHERE id = $1 AND ($3::int IS NULL OR ${columns.version} = $3)
       RETURNING string_id, ${columns.source} AS source, ${columns.version} AS version`,
      [tx.realmId, source, from],
    );
    return row;
  }

  private async row(realmId: number, image: RealmImageName): Promise<ImageRow> {
    const columns = COLUMNS[image];
    const [row] = await this.database.query<ImageRow>(
      `realm_${image}`,
      `SELECT string_id, ${columns.source} AS source, ${columns.version} AS version FROM realm WHERE id = $1`,
      [realmId],
    );
    if (!row) throw new Error(`there is no organization ${realmId}`);
    return row;
  }
}

const FILE_NAME = /\/(\w+)-(\d+)\.png$/;

function folderOf(realmId: number): string {
  return publicImageKey(`${realmId}/realm/`);
}

function fileKey(realmId: number, image: RealmImageName, version: number): string {
  return `${folderOf(realmId)}${image}-${version}.png`;
}

function urlOf(realmId: number, image: RealmImageName, row: ImageRow): string {
  if (image === 'icon') {
    return realmIconUrl({ realmId, stringId: row.string_id, iconSource: row.source, iconVersion: row.version });
  }
  return realmLogoUrl(realmId, { source: row.source, version: row.version, isNight: image === 'night_logo' });
}
