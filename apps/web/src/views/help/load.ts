import { settingsTexts } from '../../strings/settings-strings';
import { addCatalogue } from '../../strings/strings';

/** Pages of help, with their texts in the language in use. */
export async function loadHelp() {
  const [{ FormattingHelp }, { SearchHelp }, { About }, { ConnectionHealth }] = await Promise.all([
    import('./formatting-help'),
    import('./search-help'),
    import('./about'),
    import('./connection-health'),
    addCatalogue(settingsTexts),
  ]);
  return { FormattingHelp, SearchHelp, About, ConnectionHealth };
}
