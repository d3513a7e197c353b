import { CheckCheck, FoldVertical, FolderCog, Plus } from 'lucide-react';
import { useClient, useClientState } from '../../../client/client';
import { goTo } from '../../../client/location';
import { channelSections } from '../../../parts/channel-sections';
import { foldedInSidebar } from '../../../parts/folded';
import { markConversationsRead, unreadInChannels } from '../../../parts/mark-conversation';
import { privaciesToMake } from '../../../store/channel-permissions';
import { userOf } from '../../../store/users';
import { tc } from '../../../strings/channels-strings';
import { MenuItem } from '../../../ui/menu';

interface SectionItemsProps {
  sectionKey: string;
  folderId?: number;
  channelIds: readonly number[];
}

/** What one can do with the channels that stand together. */
export function SectionItems({ sectionKey, folderId, channelIds }: SectionItemsProps) {
  const client = useClient();
  const state = useClientState((whole) => whole);
  const isAdministrator = userOf(state, state.userId).is_admin;
  const unread = unreadInChannels(state, channelIds);
  const sections = channelSections(state).map(({ key }) => key);
  const others = sections.filter((key) => key !== sectionKey);
  return (
    <>
      {unread.length > 0 && (
        <MenuItem icon={CheckCheck} onSelect={() => markConversationsRead(client, unread)}>
          {tc('menu.markRead')}
        </MenuItem>
      )}
      {others.length > 0 && (
        <MenuItem
          icon={FoldVertical}
          onSelect={() =>
            foldedInSidebar.update((keys) => [...keys.filter((key) => !sections.includes(key)), ...others])
          }
        >
          {tc('menu.foldOthers')}
        </MenuItem>
      )}
      {privaciesToMake(state).length > 0 && (
        <MenuItem
          icon={Plus}
          onSelect={() => goTo(folderId === undefined ? '#channels/new' : `#channels/folders/${folderId}/new`)}
        >
          {tc(folderId === undefined ? 'channels.create' : 'menu.createHere')}
        </MenuItem>
      )}
      {isAdministrator && (
        <MenuItem icon={FolderCog} onSelect={() => goTo('#organization/channel-folders')}>
          {tc('menu.manageFolders')}
        </MenuItem>
      )}
    </>
  );
}
