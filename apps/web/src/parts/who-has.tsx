import type { GroupSettingValue } from '@stoa/contracts/users';
import { useClientState } from '../client/client';
import { ts } from '../strings/settings-strings';
import { holdersText } from './group-values';

interface WhoHasProps {
  /** Values of the settings that give the permission. */
  values: readonly GroupSettingValue[];
  /** Administrators have it in any case. */
  withAdministrators?: boolean;
  /** Where it is set. */
  href: string;
}

/** Names those who have a permission that the user lacks, and leads to who can change that (web-details.md M). */
export function WhoHas({ values, withAdministrators, href }: WhoHasProps) {
  const names = useClientState((state) => holdersText(state, values, { withAdministrators }));
  return (
    <>
      {' '}
      {names === '' ? ts('whoHas.nobody') : ts('whoHas.names', { names })} <a href={href}>{ts('whoHas.setting')}</a>
    </>
  );
}
