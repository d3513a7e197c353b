import { useEffect, useState } from 'react';
import { ts } from '../../strings/settings-strings';
import { Problem } from '../../ui/problem';
import { derivedText } from './setting-row';

/** The way to a provider that is to confirm who somebody is ends at an address that says how. */
const OUTCOME = 'confirmation';

/** The path of this page, without what an earlier way has left there. */
export function placeToComeBackTo({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const query = new URLSearchParams(search);
  query.delete(OUTCOME);
  return pathname + (query.size === 0 ? '' : `?${query.toString()}`) + hash;
}

const outcomeOf = ({ search }: Pick<Location, 'search'>): string | null => new URLSearchParams(search).get(OUTCOME);

/** What somebody has come back with who was sent to a provider; nothing for everybody else. */
export function ConfirmationOutcome() {
  const [outcome] = useState(() => outcomeOf(location));
  // Told once: neither a reload nor a copy of the address tells it again.
  useEffect(() => {
    if (outcome !== null) history.replaceState(history.state, '', placeToComeBackTo(location));
  }, [outcome]);
  if (outcome === null) return null;
  if (outcome === 'done') {
    return (
      <p className="setting-hint" role="status">
        {ts('proof.done')}
      </p>
    );
  }
  return <Problem text={derivedText(`proof.problem.${outcome}`) ?? ts('proof.problem.other')} />;
}
