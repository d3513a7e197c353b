import { useEffect } from 'react';
import { hash } from '../../client/location';
import { isListOfStrings, rememberedOfAccount } from '../../client/remembered';

const MOST = 20;

/** Addresses of views, the last one first. */
export const visitedAddresses = rememberedOfAccount<readonly string[]>('visited', [], isListOfStrings);

/** Notes where the user goes, so that the palette offers it again. */
export function useVisits(): void {
  useEffect(() => {
    const note = (): void => {
      const address = hash.get();
      if (!address.startsWith('#narrow/')) return;
      visitedAddresses.update((all) => [address, ...all.filter((other) => other !== address)].slice(0, MOST));
    };
    note();
    return hash.subscribe(note);
  }, []);
}
