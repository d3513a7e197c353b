const NAME = /^\d+x\d+\.[a-z]+$/;

/**
 * The address under which a picture can be looked at that browsers do not show as it is, such as HEIC: the service made
 * another one beside its thumbnails (markdown.md 9).
 * @param thumbnail where the message shows it small
 * @param transcoded name of the large one, which only such pictures have
 * @returns undefined for a picture that is shown as it is
 */
export function transcodedAddress(thumbnail: string | undefined, transcoded: string | null): string | undefined {
  if (transcoded === null || !NAME.test(transcoded)) return undefined;
  if (!thumbnail?.startsWith('/user_uploads/thumbnail/')) return undefined;
  return thumbnail.replace(/[^/]*$/, transcoded);
}
