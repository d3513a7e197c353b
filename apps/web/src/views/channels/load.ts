import { channelsTexts } from '../../strings/channels-strings';
import { settingsTexts } from '../../strings/settings-strings';
import { addCatalogue } from '../../strings/strings';

/** The overlay of channels, with its texts in the language in use. */
export async function loadChannels() {
  const [{ ChannelsOverlay }] = await Promise.all([
    import('./channels-overlay'),
    addCatalogue(channelsTexts),
    addCatalogue(settingsTexts),
  ]);
  return { ChannelsOverlay };
}
