import { remembered } from '../../client/remembered';
import { SHOWN, SWITCHES, type Shown, type Switch } from './recent-rows';

export const isShown = (value: unknown): value is Shown => SHOWN.some((shown) => shown === value);

function isListOfSwitches(value: unknown): value is readonly Switch[] {
  return Array.isArray(value) && value.every((item) => SWITCHES.some((name) => name === item));
}

const SWITCHED_AT_FIRST: readonly Switch[] = ['directs'];

/** What this browser remembers of the filters. */
export const shownChosen = remembered<Shown>('recent.shown', 'unmuted', isShown);
export const switchesChosen = remembered<readonly Switch[]>('recent.switches', SWITCHED_AT_FIRST, isListOfSwitches);

export function toggleSwitch(name: Switch): void {
  switchesChosen.update((on) => (on.includes(name) ? on.filter((other) => other !== name) : [...on, name]));
}

/** Everything but what is muted, as for somebody who never chose. */
export function resetFilters(): void {
  shownChosen.set('unmuted');
  switchesChosen.set(SWITCHED_AT_FIRST);
}
