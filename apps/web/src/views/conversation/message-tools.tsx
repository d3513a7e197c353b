import { Code, EllipsisVertical, Link2, Pencil, Quote, Star } from 'lucide-react';
import { lazy, useState } from 'react';
import { useClient, useClientState } from '../../client/client';
import { Opening } from '../../parts/opening';
import type { Message } from '../../store/message';
import { isSpectator } from '../../store/spectator';
import { t } from '../../strings/strings';
import { IconButton } from '../../ui/button';
import { beginEdit } from './actions/editing';
import { copyLink, quote, toggleStar } from './actions/message-actions';
import { messageDialog } from './actions/message-dialog';
import { ReactButton } from './react-button';
import { useMessagePermissions } from './use-permissions';
import { useViewNarrow } from './view-narrow';

const MessageMenu = lazy(() => import('./actions/message-menu'));

interface MessageToolsProps {
  message: Message;
  /** The menu is asked for by something else than its button. */
  isMenuWanted: boolean;
  /** Something of it is open: the row keeps it while the pointer is elsewhere. */
  onOpenChange: (isOpen: boolean) => void;
}

const ICON = { size: '1.0625rem', 'aria-hidden': true } as const;

/** Opens the menu, which is loaded then. */
function MenuButton({ message, isMenuWanted, onOpenChange }: MessageToolsProps) {
  const [isAsked, setAsked] = useState(false);
  const ask = (next: boolean): void => {
    setAsked(next);
    onOpenChange(next);
  };
  const button = (
    <IconButton label={t('message.actions')} aria-haspopup="menu" onClick={() => ask(true)}>
      <EllipsisVertical {...ICON} />
    </IconButton>
  );
  return (
    <Opening button={button} isAsked={isAsked || isMenuWanted} onDrop={() => ask(false)}>
      <MessageMenu message={message} trigger={button} onOpenChange={onOpenChange} />
    </Opening>
  );
}

/** What needs no account. */
function ReadingTools({ message }: { message: Message }) {
  const client = useClient();
  const showSource = (): void => messageDialog.set({ kind: 'source', messageId: message.id });
  return (
    <div className="message-tools" role="toolbar" aria-label={t('message.actions')}>
      <IconButton label={t('message.copyLink')} onClick={() => copyLink(client, message)}>
        <Link2 {...ICON} />
      </IconButton>
      <IconButton label={t('message.viewSource')} onClick={showSource}>
        <Code {...ICON} />
      </IconButton>
    </div>
  );
}

/** What is done with a message most, and the way to everything else. */
export function MessageTools(props: MessageToolsProps) {
  const isReadOnly = useClientState(isSpectator);
  return isReadOnly ? <ReadingTools message={props.message} /> : <MemberTools {...props} />;
}

function MemberTools(props: MessageToolsProps) {
  const { message } = props;
  const client = useClient();
  const view = useViewNarrow();
  const may = useMessagePermissions(message);
  const isStarred = message.flags.has('starred');
  return (
    <div className="message-tools" role="toolbar" aria-label={t('message.actions')}>
      {may.canReact && <ReactButton className="tool-react" message={message} onOpenChange={props.onOpenChange} />}
      {may.edit === 'allowed' && (
        <IconButton className="tool-edit" label={t('message.edit')} onClick={() => void beginEdit(message.id)}>
          <Pencil {...ICON} />
        </IconButton>
      )}
      <IconButton
        className="tool-quote"
        label={t('message.quote')}
        // What is selected stays so: it is what is quoted.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => void quote(client, message, view)}
      >
        <Quote {...ICON} />
      </IconButton>
      <IconButton
        className="tool-star"
        label={isStarred ? t('message.unstar') : t('message.star')}
        aria-pressed={isStarred}
        onClick={() => toggleStar(client, message)}
      >
        <Star {...ICON} fill={isStarred ? 'currentColor' : 'none'} />
      </IconButton>
      <MenuButton {...props} />
    </div>
  );
}
