import { Store } from '../store/store';

/** What browsers hand over that can install a page; no standard types it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

function isOffer(event: Event): event is InstallOffer {
  return 'prompt' in event && typeof event.prompt === 'function';
}

/** Asks the browser to install the client; undefined where it offers nothing, or has done it. */
export const install = new Store<(() => void) | undefined>(undefined);

/** Keeps the browser's offer to install the client for when somebody wants it, instead of a bar of the browser. */
export function heedInstallOffers(page: Pick<EventTarget, 'addEventListener'>): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return;
    event.preventDefault();
    install.set(() => {
      // An offer is good for one question, whatever the answer; the browser may make another.
      install.set(undefined);
      event.prompt().catch((error: unknown) => reportError(error));
    });
  });
  page.addEventListener('appinstalled', () => install.set(undefined));
}
