import { updateSettings } from '@stoa/contracts/users';
import { CalendarClock, Clock, CornerDownLeft, FilePlus2, Repeat } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { useClient, useClientState } from '../../client/client';
import { fullMomentText } from '../../parts/moment-text';
import { laterMoments } from '../../parts/later-moments';
import { MomentDialog } from '../../parts/moment-dialog';
import { useSlice } from '../../store/store';
import { tw } from '../../strings/writing-strings';
import { Menu, MenuItem, MenuLine } from '../../ui/menu';
import { lastTime, timeToRepeat } from './last-time';
import { type Written, isOnWay, whileOnWay } from './on-way';
import { schedule, scheduleOrTell } from './scheduling';

interface ScheduleMenuProps {
  trigger: ReactElement;
  /** What would be sent; undefined where it cannot be. */
  written: Written | undefined;
  /** Whether nothing has to be asked first. */
  isAgreed: () => boolean;
  /** Keeps what was written, and begins another message; absent where nothing was written. */
  onSetAside?: () => void;
  /** The button has nothing to send any more: the focus goes on elsewhere. */
  onDone: () => void;
}

/** Schedules what is written, never while that is on its way already: it would be sent twice. */
function useScheduling({ written, isAgreed }: Pick<ScheduleMenuProps, 'written' | 'isAgreed'>) {
  const client = useClient();
  /** @returns whether there was nothing to ask first */
  return async (work: typeof schedule, at: number): Promise<boolean> => {
    if (!written || isOnWay(written) || !isAgreed()) return false;
    await whileOnWay(written, () => work(client, written, at));
    return true;
  };
}

/** The event that follows shows it. */
function setEnterSends(enter_sends: boolean): void {
  void act(() => call(updateSettings, { enter_sends }));
}

/** When to send what was written, and with which key. */
export default function ScheduleMenu(props: ScheduleMenuProps) {
  const { trigger, onSetAside, onDone } = props;
  const canSchedule = props.written !== undefined;
  const run = useScheduling(props);
  // There is no form that says why it was refused: the box does.
  const choose = (at: number): void => void run(scheduleOrTell, at).then((isTried) => isTried && onDone());
  const [isAsking, setAsking] = useState(false);
  const last = useSlice(lastTime, (value) => timeToRepeat(Date.now() / 1000, value));
  const count = useClientState((state) => state.scheduled.size);
  const enterSends = useClientState((state) => state.settings.enter_sends);
  return (
    <>
      <Menu trigger={trigger} label={tw('schedule.menu')} isOpenAtFirst>
        {laterMoments(new Date()).map(({ name, at }) => (
          <MenuItem key={name} icon={Clock} disabled={!canSchedule} onSelect={() => choose(at)}>
            <span title={fullMomentText(at)}>{tw(`later.${name}`)}</span>
          </MenuItem>
        ))}
        {last !== undefined && (
          <MenuItem icon={Repeat} disabled={!canSchedule} onSelect={() => choose(last)}>
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
          onChoose={(at) => run(schedule, at)}
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
