import { withSettingsTexts } from '../../parts/with-settings-texts';

/** Pages of help, with their texts in the language in use. */
export async function loadHelp() {
  const [{ FormattingHelp }, { SearchHelp }, { About }, { ConnectionHealth }] = await withSettingsTexts(
    Promise.all([
      import('./formatting-help'),
      import('./search-help'),
      import('./about'),
      import('./connection-health'),
    ]),
  );
  return { FormattingHelp, SearchHelp, About, ConnectionHealth };
}
