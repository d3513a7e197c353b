import { useEffect, useState } from 'react';
import { applyAppearance } from '../client/appearance';
import { useClientState } from '../client/client';
import { chooseLanguage, languageInUse } from '../strings/strings';

/**
 * Lets the page follow the user's settings of appearance and language.
 * @returns the language in use: what shows texts is made anew when it changes
 */
export function useOwnLook(): string {
  const settings = useClientState((state) => state.settings);
  useEffect(() => applyAppearance(settings), [settings]);
  const wanted = settings.default_language;
  const [language, setLanguage] = useState(languageInUse());
  useEffect(() => {
    chooseLanguage([wanted]).then(() => setLanguage(languageInUse()), reportError);
  }, [wanted]);
  return language;
}
