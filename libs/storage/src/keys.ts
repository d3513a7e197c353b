/** Uploads of requests that are still under way; nobody needs one a day later. */
export const INCOMING_PREFIX = 'incoming/';
/** Parts of resumable uploads. */
export const RESUMABLE_PREFIX = 'resumable/';

/** Thumbnails that are made of uploaded images (organization.md 4.8, server_thumbnail_formats). */
export const THUMBNAIL_FORMATS = [
  { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
] as const;

/** Large versions of images that browsers rarely show; clients get their name with each such image. */
const TRANSCODED_FORMATS = [
  { name: '4032x3024.webp', max_width: 4032, max_height: 3024, format: 'webp', animated: false },
  { name: '3024x4032.webp', max_width: 3024, max_height: 4032, format: 'webp', animated: false },
] as const;

const ALL_FORMATS = [...THUMBNAIL_FORMATS, ...TRANSCODED_FORMATS];

/** The format of a name that may stand in an address; undefined if there is none. */
export function thumbnailFormat(formatName: string): (typeof ALL_FORMATS)[number] | undefined {
  return ALL_FORMATS.find(({ name }) => name === formatName);
}

/** @param pathId what follows /user_uploads/ in a file's address */
export function uploadKey(pathId: string): string {
  return `uploads/${pathId}`;
}

export function thumbnailKey(pathId: string, format: string): string {
  return `thumbnails/${pathId}/${format}`;
}

/** Keys of all thumbnails that a file may have. */
export function thumbnailKeys(pathId: string): string[] {
  return ALL_FORMATS.map(({ name }) => thumbnailKey(pathId, name));
}

/** Where a path below /user_avatars/ is kept: avatars, custom emoji, icons and logos. */
export function publicImageKey(path: string): string {
  return `avatars/${path}`;
}

/** Keys of the archives of an organization's exports begin so; their addresses are the same. */
export function exportPrefix(realmId: number): string {
  return `exports/${realmId}/`;
}
