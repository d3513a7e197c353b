import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SpooledFiles } from '@stoa/contracts';
import { FileStore, publicImageKey } from '@stoa/storage';
import { ImageMaker } from '../images/image-maker.service';
import { SpooledImages } from '../images/spooled-images.service';

const SMALL_PIXELS = 100;
const MEDIUM_PIXELS = 500;
const KEY_BYTES = 20;

/**
 * The images of avatars, 100 and 500 pixels wide. Whoever gives an account one (the account itself, whoever makes or
 * changes a bot) stores it here before the transaction and then writes the key with `AvatarChanges.set`.
 */
@Injectable()
export class AvatarFiles {
  constructor(
    private readonly files: FileStore,
    private readonly images: ImageMaker,
    private readonly spooled: SpooledImages,
  ) {}

  /** @returns the unguessable key of the stored images. @throws DomainError BAD_IMAGE, and for files above 5 MiB */
  async store(realmId: number, upload: SpooledFiles): Promise<string> {
    const content = await this.spooled.read(upload, { checksType: false });
    const [small, medium] = await this.images.squares(content, [SMALL_PIXELS, MEDIUM_PIXELS]);
    if (!small || !medium) throw new Error('an image was made per width');
    const key = randomBytes(KEY_BYTES).toString('hex');
    const [smallKey, mediumKey] = avatarKeys(realmId, key);
    await this.files.put(smallKey, small);
    await this.files.put(mediumKey, medium);
    return key;
  }

  /** Removes images that no account has any more. */
  async remove(realmId: number, key: string | null): Promise<void> {
    if (key !== null) await this.files.delete(avatarKeys(realmId, key));
  }
}

function avatarKeys(realmId: number, key: string): [small: string, medium: string] {
  return [publicImageKey(`${realmId}/${key}.png`), publicImageKey(`${realmId}/${key}-medium.png`)];
}
