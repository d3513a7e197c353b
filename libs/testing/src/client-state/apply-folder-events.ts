import { Static } from '@sinclair/typebox';
import {
  ChannelFolderAddEventSchema,
  ChannelFolderReorderEventSchema,
  ChannelFolderUpdateEventSchema,
} from '@stoa/contracts/events';
import { ClientState } from './client-state';

type FolderEvent =
  | Static<typeof ChannelFolderAddEventSchema>
  | Static<typeof ChannelFolderUpdateEventSchema>
  | Static<typeof ChannelFolderReorderEventSchema>;

/** `channel_folder` events (channels.md 13.3); folders are kept in their order. */
export function applyFolderEvent(state: ClientState, event: FolderEvent): void {
  const folders = state.channel_folders;
  if (!folders) return;
  switch (event.op) {
    case 'add':
      folders.push(event.channel_folder);
      break;
    case 'update':
      for (const folder of folders) if (folder.id === event.channel_folder_id) Object.assign(folder, event.data);
      break;
    case 'reorder':
      for (const folder of folders) {
        const position = event.order.indexOf(folder.id);
        if (position >= 0) folder.order = position;
      }
  }
  folders.sort((first, second) => first.order - second.order || first.id - second.id);
}
