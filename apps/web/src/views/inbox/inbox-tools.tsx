import { remembered } from '../../client/remembered';
import { useSlice } from '../../store/store';
import { t } from '../../strings/strings';
import { SHOWN, type Shown } from './inbox-rows';

const isShown = (value: unknown): value is Shown => SHOWN.some((shown) => shown === value);

/** Which topics stand in the inbox of this browser. */
export const shownInInbox = remembered<Shown>('inbox.shown', 'unmuted', isShown);

interface InboxToolsProps {
  typed: string;
  onType: (typed: string) => void;
}

/** Chooses which unread conversations are listed. */
export function InboxTools({ typed, onType }: InboxToolsProps) {
  const shown = useSlice(shownInInbox, (value) => value);
  return (
    <div className="inbox-tools">
      <input
        type="search"
        className="input"
        aria-label={t('recent.filter')}
        placeholder={t('recent.filter')}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <select
        className="input"
        aria-label={t('topics.shown')}
        value={shown}
        onChange={(event) => isShown(event.target.value) && shownInInbox.set(event.target.value)}
      >
        {SHOWN.map((name) => (
          <option key={name} value={name}>
            {t(`topics.shown.${name}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
