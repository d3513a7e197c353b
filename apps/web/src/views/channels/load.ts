import { withChannelsTexts } from '../../parts/with-channels-texts';
import { settingsTexts } from '../../strings/settings-strings';
import { addCatalogue } from '../../strings/strings';

/** The overlay of channels, with its texts in the language in use. */
export async function loadChannels() {
  const [{ ChannelsOverlay }] = await Promise.all([
    withChannelsTexts(import('./channels-overlay')),
    addCatalogue(settingsTexts),
  ]);
  return { ChannelsOverlay };
}
