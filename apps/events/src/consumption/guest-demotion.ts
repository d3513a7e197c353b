import type { StreamedChange } from '@stoa/changes';
import { EventBody } from '@stoa/contracts/changes';
import { Role } from '@stoa/policy';
import { parseBodies } from './batch-plan';
import { LiveQueue, LiveQueueIndex } from './live-queue-index';

/**
 * The queues with `all_public_streams` whose user the change makes a guest: from the change on they no longer get
 * messages of channels that the user is not in. Looks into the body only where there are such queues.
 */
export function demotedListeners(index: LiveQueueIndex, change: StreamedChange): LiveQueue[] {
  const { realm, events } = change.routing;
  if (!index.hasPublicListeners(realm) || !events.some((route) => route.type === 'realm_user')) return [];
  return parseBodies(change).flatMap((body) => {
    const userId = newGuestOf(body);
    return userId === undefined ? [] : index.publicListenersOf(realm, userId);
  });
}

function newGuestOf({ event }: EventBody): number | undefined {
  if (event.type !== 'realm_user' || event.op !== 'update') return undefined;
  const { person } = event;
  return 'role' in person && person.role === Role.Guest ? person.user_id : undefined;
}
