import { CalendarClock, Clock } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useClientState } from '../../client/client';
import { fullMomentText } from '../../parts/moment-text';
import { laterMoments } from '../../parts/later-moments';
import { MomentDialog } from '../../parts/moment-dialog';
import { tw } from '../../strings/writing-strings';
import { Menu, MenuItem, MenuLine } from '../../ui/menu';

interface ScheduleMenuProps {
  trigger: ReactElement;
  /** Rejects with the service's reason. */
  onSchedule: (at: number) => Promise<unknown>;
  /** The same for a time of the menu: whoever has asked is told by the box. */
  onPreset: (at: number) => void;
  onDone: () => void;
}

/** When to send what was written. */
export default function ScheduleMenu({ trigger, onSchedule, onPreset, onDone }: ScheduleMenuProps) {
  const [isAsking, setAsking] = useState(false);
  const count = useClientState((state) => state.scheduled.size);
  return (
    <>
      <Menu trigger={trigger} label={tw('schedule.menu')} isOpenAtFirst>
        {laterMoments(new Date()).map(({ name, at }) => (
          <MenuItem key={name} icon={Clock} onSelect={() => onPreset(at)}>
            <span title={fullMomentText(at)}>{tw(`later.${name}`)}</span>
          </MenuItem>
        ))}
        <MenuItem icon={CalendarClock} onSelect={() => setAsking(true)}>
          {tw('later.other')}
        </MenuItem>
        {count > 0 && (
          <>
            <MenuLine />
            <MenuItem onSelect={() => (location.hash = '#scheduled')}>{tw('schedule.list', { count })}</MenuItem>
          </>
        )}
      </Menu>
      {isAsking && (
        <MomentDialog
          title={tw('schedule.title')}
          action={tw('schedule.action')}
          onChoose={onSchedule}
          onClose={() => setAsking(false)}
          onClosed={(event) => {
            event.preventDefault();
            onDone();
          }}
        />
      )}
    </>
  );
}
