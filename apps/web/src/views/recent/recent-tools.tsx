import { useSlice } from '../../store/store';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { isShown, shownChosen, switchesChosen, toggleSwitch } from './recent-choices';
import { SHOWN, SWITCHES } from './recent-rows';

interface RecentToolsProps {
  typed: string;
  onType: (typed: string) => void;
}

/** Chooses which of the recent conversations are listed. */
export function RecentTools({ typed, onType }: RecentToolsProps) {
  const shown = useSlice(shownChosen, (value) => value);
  const switches = useSlice(switchesChosen, (value) => value);
  return (
    <div className="recent-tools" role="group" aria-label={t('recent.filters')}>
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
        onChange={(event) => isShown(event.target.value) && shownChosen.set(event.target.value)}
      >
        {SHOWN.map((name) => (
          <option key={name} value={name}>
            {t(`topics.shown.${name}`)}
          </option>
        ))}
      </select>
      {SWITCHES.map((name) => (
        <Button key={name} aria-pressed={switches.includes(name)} onClick={() => toggleSwitch(name)}>
          {t(`recent.switch.${name}`)}
        </Button>
      ))}
    </div>
  );
}
