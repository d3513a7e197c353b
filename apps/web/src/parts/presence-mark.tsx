import { useClientState } from '../client/client';
import { availabilityOf } from '../store/presence';
import { t } from '../strings/strings';
import './people.css';

/** Whether somebody is there, as a shape and a colour; nothing for bots. */
export function PresenceMark({ userId }: { userId: number }) {
  const availability = useClientState((state) => availabilityOf(state, userId));
  if (!availability) return null;
  const text = t(`availability.${availability}`);
  return <span className="presence-mark" data-availability={availability} role="img" aria-label={text} title={text} />;
}
