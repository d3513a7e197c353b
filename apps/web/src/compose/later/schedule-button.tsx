import { CalendarClock } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useClient } from '../../client/client';
import { withWritingTexts } from '../../parts/with-writing-texts';
import { t } from '../../strings/strings';
import { IconButton } from '../../ui/button';
import type { Written } from './scheduling';

const ScheduleMenu = lazy(() => withWritingTexts(import('./schedule-menu')));
const loadScheduling = () => withWritingTexts(import('./scheduling'));

interface ScheduleButtonProps {
  /** What would be sent; undefined where it cannot be. */
  written: Written | undefined;
  /** Whether nothing has to be asked first. */
  isAgreed: () => boolean;
  /** Keeps what was written, and begins another message; absent where nothing was written. */
  onSetAside?: () => void;
  /** The button has nothing to send any more: the focus goes on elsewhere. */
  onDone: () => void;
}

/** Sends later: a menu beside the button that sends, which is loaded when it is wanted. */
export function ScheduleButton({ written, isAgreed, onSetAside, onDone }: ScheduleButtonProps) {
  const client = useClient();
  const [isAsked, setAsked] = useState(false);
  const schedule = async (at: number, isPreset: boolean): Promise<void> => {
    if (!written || !isAgreed()) return;
    const scheduling = await loadScheduling();
    await (isPreset ? scheduling.scheduleOrTell : scheduling.schedule)(client, written, at);
    if (isPreset) onDone();
  };
  const button = (
    <IconButton label={t('compose.later')} aria-haspopup="menu" onClick={() => setAsked(true)}>
      <CalendarClock size="1.125rem" aria-hidden="true" />
    </IconButton>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <ScheduleMenu
        trigger={button}
        canSchedule={written !== undefined}
        onSchedule={(at) => schedule(at, false)}
        onPreset={(at) => void schedule(at, true)}
        onSetAside={onSetAside}
        onDone={onDone}
      />
    </Suspense>
  );
}
