import { thumbnailKeys, uploadKey } from '@stoa/storage';

/** Everything that the file store has of an upload: the file and its thumbnails. */
export function uploadKeys(pathId: string): string[] {
  return [uploadKey(pathId), ...thumbnailKeys(pathId)];
}
