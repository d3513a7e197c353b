import { NONE } from '@stoa/config';
import type { UsersEnvironment } from '../../users-environment';

/** Whether the installation sends digests; else what organizations have set about them reads as off (organization.md 4.2). */
export function sendsDigests({
  STOA_DIGEST_MAILS: isOn,
  STOA_MAIL_URL: mailUrl,
}: Pick<UsersEnvironment, 'STOA_DIGEST_MAILS' | 'STOA_MAIL_URL'>): boolean {
  return isOn && mailUrl !== NONE;
}
