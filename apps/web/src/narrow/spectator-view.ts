import type { Address } from './address';
import { type Narrow, type Term, withoutPlace } from './terms';

/** What is open to the web, of all channels: where spectators begin. */
const OPEN_CHANNELS: Narrow = [{ operator: 'channels', operand: 'web-public' }];

/** What a spectator sees at an address. */
export type SpectatorView =
  | { readonly kind: 'narrow'; readonly narrow: Narrow }
  | { readonly kind: 'topics'; readonly channelId: number }
  | { readonly kind: 'refused' };

const OPEN_OPERATORS: ReadonlySet<string> = new Set([
  ...['channel', 'topic', 'sender', 'has', 'search', 'near', 'id', 'with'],
]);

function isOpen({ operator, operand }: Term): boolean {
  if (operator === 'is') return operand === 'resolved';
  if (operator === 'channels') return operand === 'web-public' || operand === 'public';
  return OPEN_OPERATORS.has(operator);
}

/** The view of an address for who has no account (web.md 3.2): what only members have asks to sign in. */
export function spectatorView(address: Address): SpectatorView {
  switch (address.kind) {
    case 'home':
    case 'invalid':
      return { kind: 'narrow', narrow: OPEN_CHANNELS };
    case 'narrow':
      if (address.narrow.length === 0) return { kind: 'narrow', narrow: OPEN_CHANNELS };
      return address.narrow.every(isOpen) ? { kind: 'narrow', narrow: address.narrow } : { kind: 'refused' };
    case 'topics':
      return { kind: 'topics', channelId: address.channelId };
    case 'inbox':
    case 'recent':
    case 'overlay':
      return { kind: 'refused' };
  }
}

/** Whether an address leads to messages that may be open to the web, so that who has no account is shown them at once. */
export function leadsToChannel(address: Address): boolean {
  if (address.kind === 'topics') return true;
  if (address.kind !== 'narrow' || spectatorView(address).kind === 'refused') return false;
  return withoutPlace(address.narrow).some(({ operator }) => operator === 'channel');
}
