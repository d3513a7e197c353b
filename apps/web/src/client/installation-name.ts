import { t } from '../strings/strings';

/** Of the page as it came, before any view gave it another title: whoever runs the installation has named it. */
const served = typeof document === 'undefined' ? '' : document.title;

/** What the installation is called where there is no organization to name. */
export function installationName(): string {
  return served === '' ? t('app.name') : served;
}
