import { settingsTexts } from '../../strings/settings-strings';
import { addCatalogue } from '../../strings/strings';

/** Pages of help, with their texts in the language in use. */
export async function loadHelp() {
  const [{ FormattingHelp }, { SearchHelp }, { About }] = await Promise.all([
    import('./formatting-help'),
    import('./search-help'),
    import('./about'),
    addCatalogue(settingsTexts),
  ]);
  return { FormattingHelp, SearchHelp, About };
}
