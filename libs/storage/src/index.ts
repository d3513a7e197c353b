export { FileStore, isKey } from './file-store';
export type { ByteRange, OpenedFile, StoredFile } from './file-store';
export {
  INCOMING_PREFIX,
  RESUMABLE_PREFIX,
  THUMBNAIL_FORMATS,
  exportPrefix,
  publicImageKey,
  thumbnailFormat,
  thumbnailKey,
  thumbnailKeys,
  uploadKey,
} from './keys';
export { LocalFileStore } from './local-file-store';
export { DECODED_IMAGE_TYPES, isPixelPicture } from './picture-signature';
export type { S3Options } from './s3-file-store';
export { StorageModule, createFileStore } from './storage.module';
