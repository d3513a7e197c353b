import { addCatalogue } from '../strings/strings';

/** A part about channels, with its texts in the language in use; neither is there before it is wanted. */
export async function withChannelsTexts<T>(part: Promise<T>): Promise<T> {
  const [loaded, { channelsTexts }] = await Promise.all([part, import('../strings/channels-strings')]);
  await addCatalogue(channelsTexts);
  return loaded;
}
