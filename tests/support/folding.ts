import { ClientState, Parameters, applyEvents, comparableState } from '@stoa/testing';
import { sendDirect } from './messages';
import { Person } from './people';
import { TestQueue, isEvent } from './test-queue';

/** What a modern client declares. */
export const MODERN_CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_settings_object: true,
  linkifier_url_template: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
};

/** How a modern client registers for everything. */
export const MODERN_REGISTRATION: Parameters = {
  client_gravatar: false,
  include_subscribers: 'true',
  slim_presence: true,
  client_capabilities: MODERN_CAPABILITIES,
};

export interface Viewer {
  person: Person;
  /** Of `POST /register`. */
  registration: Parameters;
}

export interface Folding {
  viewers: readonly Viewer[];
  /** Who sends each viewer the message with which everything before it has arrived. */
  markedBy: Person;
  /** What shows that everything has happened, for what happens after the answers. */
  until?: [type: string, op?: string];
  /** Parts of the state that are not compared. */
  except?: readonly string[];
}

/** Everybody registers, something happens, and everybody folds its events to what a new registration gives (realtime.md 9.1). */
export async function expectStateFolds(folding: Folding, act: () => Promise<unknown>): Promise<void> {
  const { viewers, markedBy, until, except = [] } = folding;
  const registered = await Promise.all(
    viewers.map(async (viewer) => ({ ...viewer, queue: await TestQueue.register(viewer.person, viewer.registration) })),
  );
  await act();
  for (const { person, registration, queue } of registered) {
    const events = until ? await queue.until(isEvent(...until)) : [];
    const marker = await sendDirect(markedBy, [person]);
    events.push(...(await queue.untilMessage(marker)));
    const applied: ClientState = applyEvents(queue.state, events);
    const folded = registration.include_subscribers === undefined ? withoutSubscribers(applied) : applied;
    const fresh = await person.client.succeed('POST', '/register', registration);
    expect([person.fullName, compared(folded, except)]).toEqual([person.fullName, compared(fresh, except)]);
  }
}

/** Events name the subscribers of a channel that comes; a client that asked for no lists keeps none. */
function withoutSubscribers(state: ClientState): ClientState {
  const copy = { ...state };
  for (const list of ['subscriptions', 'unsubscribed', 'never_subscribed'] as const) {
    const channels = state[list];
    if (channels) copy[list] = channels.map(({ subscribers: _, ...channel }) => channel);
  }
  return copy;
}

function compared(state: ClientState, except: readonly string[]): object {
  return Object.fromEntries(Object.entries(comparableState(state)).filter(([key]) => !except.includes(key)));
}
