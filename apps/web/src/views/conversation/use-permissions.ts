import { useState } from 'react';
import { serverNow } from '../../api/server-clock';
import { useClientState } from '../../client/client';
import type { Message } from '../../store/message';
import { type MessagePermissions, permissionsFor } from '../../store/message-permissions';
import { isSameData } from '../../store/store';

/** What the user may do with a message, as of when the asking part appeared: its limits of time count from then. */
export function useMessagePermissions(message: Message): MessagePermissions {
  const [now] = useState(() => serverNow() / 1000);
  return useClientState((state) => permissionsFor(state, message, now), isSameData);
}
