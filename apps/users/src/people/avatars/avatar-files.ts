import { Inject, Injectable } from '@nestjs/common';
import type { SpooledFiles } from '@stoa/contracts/users';
import { Database } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { newAvatarKey } from '@stoa/policy';
import { FileStore, publicImageKey } from '@stoa/storage';
import { identicon } from '../../shared/images/identicon';
import { ImageMaker } from '../../shared/images/image-maker';
import { SpooledImages } from '../../shared/images/spooled-images';

const SMALL_PIXELS = 100;
const MEDIUM_PIXELS = 500;

/**
 * The images of avatars, 100 and 500 pixels wide. Code that gives an account an avatar (its own, or a bot's) stores it
 * here before the transaction and then writes the key with `AvatarChanges.set`.
 */
@Injectable()
export class AvatarFiles {
  constructor(
    private readonly files: FileStore,
    private readonly images: ImageMaker,
    private readonly spooled: SpooledImages,
    private readonly database: Database,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @returns the unguessable key of the stored images. @throws DomainError BAD_IMAGE, and for files above 5 MiB */
  async store(realmId: number, upload: SpooledFiles): Promise<string> {
    return this.storeContent(realmId, await this.spooled.read(upload));
  }

  /** The same for a picture that nobody uploaded. @throws DomainError BAD_IMAGE */
  async storeContent(realmId: number, content: Buffer): Promise<string> {
    const [small, medium] = await this.images.squares(content, [SMALL_PIXELS, MEDIUM_PIXELS]);
    if (!small || !medium) throw new Error('an image was made per width');
    const key = newAvatarKey();
    await this.put(realmId, key, small, medium);
    return key;
  }

  /** Draws the avatar that stands for a text, and stores it under a key. */
  async draw(realmId: number, key: string, text: string): Promise<void> {
    const [small, medium] = await this.images.drawn(
      [SMALL_PIXELS, MEDIUM_PIXELS].map((width) => identicon(text, width)),
    );
    if (!small || !medium) throw new Error('an image was made per width');
    await this.put(realmId, key, small, medium);
  }

  private async put(realmId: number, key: string, small: Buffer, medium: Buffer): Promise<void> {
    const [smallKey, mediumKey] = avatarKeys(realmId, key);
    await this.files.put(smallKey, small);
    await this.files.put(mediumKey, medium);
  }

  /**
   * Does work that gives an account the avatar of a request that may have one; its images are removed if that fails.
   * @param work gets the key of the stored images, or null without a file
   * @throws DomainError as {@link store}, and for several files
   */
  async withStored<T>(realmId: number, upload: SpooledFiles, work: (key: string | null) => Promise<T>): Promise<T> {
    if (upload.count > 1) throw badRequest('You may only upload one file at a time');
    const key = upload.first ? await this.store(realmId, upload) : null;
    try {
      return await work(key);
    } catch (error) {
      await this.release(realmId, key);
      throw error;
    }
  }

  /**
   * Removes images that were replaced, or whose use failed, unless an account has them: a write that failed for its
   * caller may have been committed all the same. Never fails: the avatar does not depend on whether the files are
   * removed.
   */
  async release(realmId: number, key: string | null): Promise<void> {
    if (key === null) return;
    try {
      if (!(await this.isUsed(realmId, key))) await this.files.delete(avatarKeys(realmId, key));
    } catch (error) {
      this.log.warn({ err: error, realmId, key }, 'the images of an old avatar stay in the store');
    }
  }

  private async isUsed(realmId: number, key: string): Promise<boolean> {
    const rows = await this.database.query(
      'avatar_key_used',
      'SELECT FROM account WHERE realm_id = $1 AND avatar_key = $2 LIMIT 1',
      [realmId, key],
    );
    return rows.length > 0;
  }
}

function avatarKeys(realmId: number, key: string): [small: string, medium: string] {
  return [publicImageKey(`${realmId}/${key}.png`), publicImageKey(`${realmId}/${key}-medium.png`)];
}
