import { t } from '../strings/strings';

/** What a role is called; the numbers are the API's. */
export function roleText(role: number): string {
  switch (role) {
    case 100:
      return t('role.owner');
    case 200:
      return t('role.administrator');
    case 300:
      return t('role.moderator');
    case 600:
      return t('role.guest');
    default:
      return t('role.member');
  }
}
