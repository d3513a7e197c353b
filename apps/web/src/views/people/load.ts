import { withPeopleTexts } from '../../parts/with-people-texts';
import { settingsTexts } from '../../strings/settings-strings';
import { addCatalogue } from '../../strings/strings';

/** What is made of the same parts as the settings needs their texts, too. */
export async function withAllTexts<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([withPeopleTexts(part), addCatalogue(settingsTexts)]);
  return loaded;
}

/** Everything about somebody. */
export function loadUserProfile() {
  return withAllTexts(import('./user-profile'));
}

/** Ways to bring people in. */
export function loadInviteDialog() {
  return withAllTexts(import('./invite-dialog'));
}

/** What a group is for, and who is in it. */
export function loadGroupCard() {
  return withAllTexts(import('./group-card'));
}
