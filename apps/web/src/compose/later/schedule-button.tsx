import { CalendarClock } from 'lucide-react';
import { type ComponentProps, lazy, useState } from 'react';
import { Opening } from '../../parts/opening';
import { withWritingTexts } from '../../parts/with-writing-texts';
import { t } from '../../strings/strings';
import { IconButton } from '../../ui/button';
import type ScheduleMenu from './schedule-menu';

/** With all that it needs to schedule: what is chosen there is done with what is written then, or fails then. */
const LoadedMenu = lazy(() => withWritingTexts(import('./schedule-menu')));

/** Sends later: a menu beside the button that sends, which is loaded when it is wanted. */
export function ScheduleButton(props: Omit<ComponentProps<typeof ScheduleMenu>, 'trigger'>) {
  const [isAsked, setAsked] = useState(false);
  const button = (
    <IconButton label={t('compose.later')} aria-haspopup="menu" onClick={() => setAsked(true)}>
      <CalendarClock size="1.125rem" aria-hidden="true" />
    </IconButton>
  );
  return (
    <Opening button={button} isAsked={isAsked} onDrop={() => setAsked(false)}>
      <LoadedMenu trigger={button} {...props} />
    </Opening>
  );
}
