import { withAllTexts } from '../people/load';

/** The groups of the organization. */
export function loadGroups() {
  return withAllTexts(import('./groups-overlay'));
}
