import {
  AlarmClock,
  BookmarkX,
  CheckCheck,
  CircleCheck,
  CircleDot,
  ClipboardCopy,
  Code,
  Copy,
  FlagTriangleRight,
  FoldVertical,
  Forward,
  History,
  Image,
  ImageOff,
  Link2,
  MoveRight,
  Pencil,
  Quote,
  SmilePlus,
  Star,
  Trash2,
  UnfoldVertical,
  Users,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { useClient } from '../../../client/client';
import { copyText } from '../../../client/copy';
import { hasPreviews } from '../../../render/hidden-previews';
import { wholeText } from '../../../render/plain-text';
import type { Message } from '../../../store/message';
import type { MessagePermissions } from '../../../store/message-permissions';
import { toggleResolved } from '../../../parts/resolve-topic';
import { isResolved } from '../../../store/topics';
import { t } from '../../../strings/strings';
import { Menu, MenuItem, MenuLine } from '../../../ui/menu';
import { useMessagePermissions } from '../use-permissions';
import { useViewNarrow } from '../view-narrow';
import { beginEdit } from './editing';
import {
  copyLink,
  copyMarkdown,
  forward,
  quote,
  toggleCollapsed,
  togglePreviews,
  toggleStar,
  wishUnreadFrom,
} from './message-actions';
import { type MessageDialog, messageDialog } from './message-dialog';

interface MessageMenuProps {
  message: Message;
  trigger: ReactElement;
  onOpenChange: (isOpen: boolean) => void;
}

/** Everything that the user may do with a message (web-details.md C.2). */
export default function MessageMenu({ message, trigger, onOpenChange }: MessageMenuProps) {
  return (
    <Menu trigger={trigger} label={t('message.actions')} isOpenAtFirst onOpenChange={onOpenChange}>
      <Items message={message} />
    </Menu>
  );
}

interface ItemsProps {
  message: Message;
  may: MessagePermissions;
  open: (kind: MessageDialog['kind']) => () => void;
}

function Items({ message }: { message: Message }) {
  const may = useMessagePermissions(message);
  const open = (kind: MessageDialog['kind']) => () => messageDialog.set({ kind, messageId: message.id });
  const props = { message, may, open };
  return (
    <>
      <TalkItems {...props} />
      <ChangeItems {...props} />
      <MenuLine />
      <OwnMarkItems {...props} />
      <MenuLine />
      <LookItems {...props} />
    </>
  );
}

/** What goes on from the message. */
function TalkItems({ message }: ItemsProps) {
  const client = useClient();
  const view = useViewNarrow();
  return (
    <>
      <MenuItem icon={Quote} shortcut=">" onSelect={() => void quote(client, message, view)}>
        {t('message.quote')}
      </MenuItem>
      <MenuItem icon={Forward} shortcut="<" onSelect={() => void forward(client, message, view)}>
        {t('message.forward')}
      </MenuItem>
    </>
  );
}

/** What changes it for everybody. */
function ChangeItems({ message, may, open }: ItemsProps) {
  return (
    <>
      {may.edit === 'allowed' ? (
        <MenuItem icon={Pencil} shortcut="E" onSelect={() => void beginEdit(message.id)}>
          {t('message.edit')}
        </MenuItem>
      ) : (
        <MenuItem icon={Code} shortcut="E" onSelect={open('source')}>
          {t('message.viewSource')}
        </MenuItem>
      )}
      {(may.canRename || may.canMoveOut) && (
        <MenuItem icon={MoveRight} shortcut="M" onSelect={open('move')}>
          {t('message.move')}
        </MenuItem>
      )}
      {may.canResolve && message.type === 'stream' && (
        <MenuItem icon={isResolved(message.topic) ? CircleDot : CircleCheck} onSelect={() => toggleResolved(message)}>
          {isResolved(message.topic) ? t('topic.unresolve') : t('topic.resolve')}
        </MenuItem>
      )}
      {may.deletion === 'allowed' && (
        <MenuItem icon={Trash2} kind="danger" onSelect={open('delete')}>
          {t('message.delete')}
        </MenuItem>
      )}
      {may.canReport && (
        <MenuItem icon={FlagTriangleRight} onSelect={open('report')}>
          {t('message.report')}
        </MenuItem>
      )}
      {may.canReact && (
        <MenuItem icon={SmilePlus} shortcut=":" onSelect={open('react')}>
          {t('message.react')}
        </MenuItem>
      )}
    </>
  );
}

/** What changes it for the user alone. */
function OwnMarkItems({ message, may, open }: ItemsProps) {
  const client = useClient();
  const view = useViewNarrow();
  const isStarred = message.flags.has('starred');
  const isCollapsed = message.flags.has('collapsed');
  const hidesPreviews = message.flags.has('hide_link_previews');
  return (
    <>
      {may.canMarkUnread && (
        <MenuItem icon={BookmarkX} shortcut="⇧U" onSelect={() => wishUnreadFrom(client, message, view)}>
          {t('message.markUnread')}
        </MenuItem>
      )}
      <MenuItem icon={AlarmClock} onSelect={open('remind')}>
        {t('message.remind')}
      </MenuItem>
      <MenuItem icon={Star} onSelect={() => toggleStar(client, message)}>
        {isStarred ? t('message.unstar') : t('message.star')}
      </MenuItem>
      {!message.is_me_message && (
        <MenuItem
          icon={isCollapsed ? UnfoldVertical : FoldVertical}
          shortcut="-"
          onSelect={() => toggleCollapsed(client, message)}
        >
          {isCollapsed ? t('message.expand') : t('message.collapse')}
        </MenuItem>
      )}
      {hasPreviews(message.content) && (
        <MenuItem icon={hidesPreviews ? Image : ImageOff} onSelect={() => togglePreviews(client, message)}>
          {hidesPreviews ? t('message.showPreviews') : t('message.hidePreviews')}
        </MenuItem>
      )}
    </>
  );
}

/** What changes nothing. */
function LookItems({ message, may, open }: ItemsProps) {
  const client = useClient();
  return (
    <>
      {may.canSeeReadReceipts && (
        <MenuItem icon={CheckCheck} shortcut="⇧V" onSelect={open('read-receipts')}>
          {t('message.readReceipts')}
        </MenuItem>
      )}
      <MenuItem icon={Link2} shortcut="L" onSelect={() => copyLink(client, message)}>
        {t('message.copyLink')}
      </MenuItem>
      <MenuItem icon={Copy} onSelect={() => void copyText(wholeText(message.content), t('message.textCopied'))}>
        {t('message.copyText')}
      </MenuItem>
      <MenuItem icon={ClipboardCopy} onSelect={() => void copyMarkdown(message)}>
        {t('message.copyMarkdown')}
      </MenuItem>
      {may.canSeeHistory && (
        <MenuItem icon={History} shortcut="⇧H" onSelect={open('history')}>
          {t('message.history')}
        </MenuItem>
      )}
      {message.reactions.length > 0 && (
        <MenuItem icon={Users} onSelect={open('reactions')}>
          {t('message.whoReacted')}
        </MenuItem>
      )}
    </>
  );
}
