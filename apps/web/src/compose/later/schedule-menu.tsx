import { updateSettings } from '@stoa/contracts/users';
import { CalendarClock, Clock, CornerDownLeft, FilePlus2, Repeat } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { useClientState } from '../../client/client';
import { fullMomentText } from '../../parts/moment-text';
import { laterMoments } from '../../parts/later-moments';
import { MomentDialog } from '../../parts/moment-dialog';
import { useSlice } from '../../store/store';
import { tw } from '../../strings/writing-strings';
import { Menu, MenuItem, MenuLine } from '../../ui/menu';
import { lastTime, timeToRepeat } from './last-time';

interface ScheduleMenuProps {
  trigger: ReactElement;
  /** There is something that can be sent. */
  canSchedule: boolean;
  /** Rejects with the service's reason. */
  onSchedule: (at: number) => Promise<unknown>;
  /** The same for a time of the menu: whoever has asked is told by the box. */
  onPreset: (at: number) => void;
  /** Keeps what was written, and begins another message; absent where nothing was written. */
  onSetAside?: () => void;
  onDone: () => void;
}

/** The event that follows shows it. */
function setEnterSends(enter_sends: boolean): void {
  void act(() => call(updateSettings, { enter_sends }));
}

/** When to send what was written, and with which key. */
export default function ScheduleMenu(props: ScheduleMenuProps) {
  const { trigger, canSchedule, onSchedule, onPreset, onSetAside, onDone } = props;
  const [isAsking, setAsking] = useState(false);
  const last = useSlice(lastTime, (value) => timeToRepeat(Date.now() / 1000, value));
  const count = useClientState((state) => state.scheduled.size);
  const enterSends = useClientState((state) => state.settings.enter_sends);
  return (
    <>
      <Menu trigger={trigger} label={tw('schedule.menu')} isOpenAtFirst>
        {laterMoments(new Date()).map(({ name, at }) => (
          <MenuItem key={name} icon={Clock} disabled={!canSchedule} onSelect={() => onPreset(at)}>
            <span title={fullMomentText(at)}>{tw(`later.${name}`)}</span>
          </MenuItem>
        ))}
        {last !== undefined && (
          <MenuItem icon={Repeat} disabled={!canSchedule} onSelect={() => onPreset(last)}>
            {tw('schedule.lastTime', { when: fullMomentText(last) })}
          </MenuItem>
        )}
        <MenuItem icon={CalendarClock} disabled={!canSchedule} onSelect={() => setAsking(true)}>
          {tw('later.other')}
        </MenuItem>
        <MenuLine />
        {count > 0 && (
          <MenuItem onSelect={() => (location.hash = '#scheduled')}>{tw('schedule.list', { count })}</MenuItem>
        )}
        <MenuItem onSelect={() => (location.hash = '#drafts')}>{tw('schedule.drafts')}</MenuItem>
        {onSetAside && (
          <MenuItem
            icon={FilePlus2}
            onSelect={() => {
              onSetAside();
              onDone();
            }}
          >
            {tw('schedule.setAside')}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem icon={CornerDownLeft} onSelect={() => setEnterSends(!enterSends)}>
          {tw(enterSends ? 'schedule.enterBreaks' : 'schedule.enterSends')}
        </MenuItem>
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
