import { useId } from 'react';
import { useClientState } from '../../client/client';
import { type Privacy, privaciesToMake } from '../../store/channel-permissions';
import { tc } from '../../strings/channels-strings';

interface PrivacyChoiceProps {
  value: Privacy;
  isDisabled?: boolean;
  /** Stays offered, whatever the user may make. */
  current?: Privacy;
  onChange: (privacy: Privacy) => void;
}

/** Who can see a channel, each with a sentence that says so. */
export function PrivacyChoice({ value, isDisabled, current, onChange }: PrivacyChoiceProps) {
  const name = useId();
  const allowed = useClientState(
    (state) => privaciesToMake(state),
    (a, b) => a.join() === b.join(),
  );
  const offered = current === undefined || allowed.includes(current) ? allowed : [current, ...allowed];
  return (
    <div role="radiogroup" aria-label={tc('channel.privacy')} className="privacy-choice">
      {offered.map((privacy) => (
        <label key={privacy}>
          <input
            type="radio"
            name={name}
            checked={privacy === value}
            disabled={isDisabled}
            onChange={() => onChange(privacy)}
          />
          <span>
            {tc(`privacy.${privacy}`)}
            <span className="setting-hint">{tc(`privacy.${privacy}.text`)}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
