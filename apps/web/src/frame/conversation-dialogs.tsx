import { lazy } from 'react';
import { withChannelsTexts } from '../parts/with-channels-texts';
import { useSlice } from '../store/store';
import { conversationDialog } from '../views/channels/conversation-dialog';
import { leaving } from '../views/channels/leaving';
import { Awaited } from '../parts/awaited';

const Dialogs = lazy(() => withChannelsTexts(import('../views/channels/conversation-dialogs')));

const drop = (): void => {
  conversationDialog.set(undefined);
  leaving.set(undefined);
};

/** Dialogs about channels and topics, loaded when one is opened first. */
export function OpenConversationDialogs() {
  const isOpen = useSlice(conversationDialog, (open) => open !== undefined);
  const isLeaving = useSlice(leaving, (channel) => channel !== undefined);
  if (!isOpen && !isLeaving) return null;
  return (
    <Awaited onDrop={drop}>
      <Dialogs />
    </Awaited>
  );
}
