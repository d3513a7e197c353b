import { EllipsisVertical } from 'lucide-react';
import { lazy, useState } from 'react';
import { useClientState } from '../../../client/client';
import { Opening } from '../../../parts/opening';
import { withChannelsTexts } from '../../../parts/with-channels-texts';
import { isSpectator } from '../../../store/spectator';
import { t } from '../../../strings/strings';
import { IconButton } from '../../../ui/button';
import { Late } from '../../../ui/late';
import type { MenuSubject } from './menu-subject';
import './menus.css';

const ConversationMenu = lazy(() => withChannelsTexts(import('./conversation-menu')));

interface MoreButtonProps {
  subject: MenuSubject;
  name: string;
}

/** Opens the menu of a channel, topic, direct conversation or section, which is loaded then. */
export function MoreButton(props: MoreButtonProps) {
  return (
    <Late place={<span className="more-button" />}>
      <OpeningButton {...props} />
    </Late>
  );
}

function OpeningButton({ subject, name }: MoreButtonProps) {
  const [isAsked, setAsked] = useState(false);
  // Everything in the menu is a member's.
  const isReadOnly = useClientState(isSpectator);
  if (isReadOnly) return null;
  const button = (
    <IconButton
      className="more-button"
      label={t('menu.of', { name })}
      aria-haspopup="menu"
      onClick={() => setAsked(true)}
    >
      <EllipsisVertical size="1rem" aria-hidden="true" />
    </IconButton>
  );
  return (
    <Opening button={button} isAsked={isAsked} onDrop={() => setAsked(false)}>
      <ConversationMenu subject={subject} name={name} trigger={button} />
    </Opening>
  );
}
