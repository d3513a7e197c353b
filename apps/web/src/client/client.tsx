import { createContext, useContext } from 'react';
import type { ConnectionFacts, ConnectionStatus } from '../live/status';
import type { KeptValues } from '../kept/kept-values';
import type { Outbox } from '../outbox/outbox';
import type { Names } from '../narrow/address';
import type { State } from '../store/state';
import { type Store, useSlice } from '../store/store';
import type { MessageLoader } from '../windows/message-loader';

/** What the parts of the signed-in client share. */
export interface Client {
  readonly store: Store<State>;
  readonly loader: MessageLoader;
  /** Ends the session of this browser, and everything that runs here. */
  signOut(): Promise<void>;
  /** How far what is shown can be trusted. */
  readonly status: Store<ConnectionStatus>;
  /** Tries at once to reach the service, also where it seems to be there. */
  tryNow(): void;
  /** Who reads what happens, and how far this tab has come with it. */
  connection(): ConnectionFacts;
  /** What this browser keeps of the account until it signs out. */
  readonly kept: KeptValues;
  /** Messages on their way. */
  readonly outbox: Outbox;
  /** Aborted when the account is left: nothing is kept or asked after it. */
  readonly signal: AbortSignal;
}

export const ClientContext = createContext<Client | undefined>(undefined);

/** @throws Error outside of the signed-in client */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('only the signed-in client has this');
  return client;
}

/** A slice of what is known of the organization; see `useSlice`. */
export function useClientState<S>(select: (state: State) => S, isEqual?: (a: S, b: S) => boolean): S {
  return useSlice(useClient().store, select, isEqual);
}

/** Names for addresses, as they are now. */
export function namesOf(state: State): Names {
  return {
    ownUserId: state.userId,
    channelName: (id) => state.channels.get(id)?.name,
    userName: (id) => state.users.get(id)?.full_name,
    channelIdByName: (name) => [...state.channels.values()].find((channel) => channel.name === name)?.stream_id,
    userIdByEmail: (email) => [...state.users.values()].find((user) => user.email === email)?.user_id,
  };
}
