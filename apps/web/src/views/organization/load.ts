import { withAllTexts } from '../people/load';

/** The organization's settings; the people page shows what is known of people, too. */
export function loadOrganizationSettings() {
  return withAllTexts(import('./organization-settings'));
}
