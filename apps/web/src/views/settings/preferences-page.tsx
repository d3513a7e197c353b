import { OwnSections } from './own-settings';
import { PREFERENCES } from './personal-sections';

/** How the client looks and behaves. */
export function PreferencesPage() {
  return <OwnSections sections={PREFERENCES} />;
}
