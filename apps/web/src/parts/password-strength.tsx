import { PASSWORD_RULES } from '@stoa/policy';
import { useEffect, useMemo, useState } from 'react';
import { t } from '../strings/strings';
import { type PasswordLevel, passwordLevel } from './password-level';
import './password-strength.css';

type Estimate = (password: string, known: string[]) => { guesses: number };

/** As many bars as the meter shows. */
const BARS: Readonly<Record<PasswordLevel, number>> = { short: 1, long: 1, weak: 1, fair: 2, strong: 3 };
const ALL_BARS = 3;

/** The estimator is large, and wanted by whoever chooses a password only. Until it is there, the service decides alone. */
function useEstimator(): Estimate | undefined {
  const [estimate, setEstimate] = useState<Estimate>();
  useEffect(() => {
    let isLeft = false;
    import('zxcvbn').then(({ default: loaded }) => isLeft || setEstimate(() => loaded), reportError);
    return () => {
      isLeft = true;
    };
  }, []);
  return estimate;
}

/** A level that the service refuses. */
type RefusedLevel = Exclude<PasswordLevel, 'fair' | 'strong'>;

export function isRefusedLevel(level: PasswordLevel | undefined): level is RefusedLevel {
  return level === 'short' || level === 'long' || level === 'weak';
}

/**
 * How good a new password is; undefined for none, and until the estimator is there.
 * @param known name and address: a password made of them is weak
 */
export function usePasswordLevel(password: string, known: readonly string[]): PasswordLevel | undefined {
  const estimate = useEstimator();
  const words = known.join('\n');
  // It takes milliseconds, and other fields are typed in beside this one.
  const guesses = useMemo(
    () => estimate?.(password.slice(0, PASSWORD_RULES.estimatedCharacters), words.split('\n')).guesses,
    [estimate, password, words],
  );
  return guesses === undefined || password === '' ? undefined : passwordLevel([...password].length, guesses);
}

export function levelText(level: PasswordLevel): string {
  const characters = level === 'long' ? PASSWORD_RULES.longest : PASSWORD_RULES.shortest;
  return t(`strength.${level}`, { characters });
}

/** Says how good a password is. The field that it is typed in is described by `id`. */
export function PasswordStrength({ id, level }: { id: string; level: PasswordLevel | undefined }) {
  return (
    <>
      {level !== undefined && (
        <meter
          className="password-meter"
          aria-label={t('strength.meter')}
          data-level={level}
          max={ALL_BARS}
          value={BARS[level]}
        />
      )}
      <span id={id} role="status" className="password-level">
        {level !== undefined && levelText(level)}
      </span>
    </>
  );
}
