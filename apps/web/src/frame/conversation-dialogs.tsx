import { Suspense, lazy } from 'react';
import { useSlice } from '../store/store';
import { channelsTexts } from '../strings/channels-strings';
import { addCatalogue } from '../strings/strings';
import { conversationDialog } from '../views/channels/conversation-dialog';
import { leaving } from '../views/channels/leaving';

const Dialogs = lazy(async () => {
  const [loaded] = await Promise.all([import('../views/channels/conversation-dialogs'), addCatalogue(channelsTexts)]);
  return loaded;
});

/** Dialogs about channels and topics, loaded when one is opened first. */
export function OpenConversationDialogs() {
  const isOpen = useSlice(conversationDialog, (open) => open !== undefined);
  const isLeaving = useSlice(leaving, (channel) => channel !== undefined);
  if (!isOpen && !isLeaving) return null;
  return (
    <Suspense>
      <Dialogs />
    </Suspense>
  );
}
