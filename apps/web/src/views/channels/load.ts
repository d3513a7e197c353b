import { withChannelsTexts } from '../../parts/with-channels-texts';
import { withSettingsTexts } from '../../parts/with-settings-texts';

/** The overlay of channels, with its texts in the language in use. */
export function loadChannels() {
  return withSettingsTexts(withChannelsTexts(import('./channels-overlay')));
}
