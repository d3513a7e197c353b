import { withPeopleTexts } from '../../parts/with-people-texts';
import { withSettingsTexts } from '../../parts/with-settings-texts';

/** What is made of the same parts as the settings needs their texts, too. */
export function withAllTexts<T>(part: Promise<T>): Promise<T> {
  return withSettingsTexts(withPeopleTexts(part));
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
