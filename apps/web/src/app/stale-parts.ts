const LAST_RELOAD = 'stoa last reload';
/** Milliseconds within which a second failure is no sign of a newer release. */
const ONE_RELEASE_MS = 60_000;

/**
 * Loads the page anew, once, when a part of it is gone: a newer release of the service has parts under other names
 * (docs/operate/upgrade.md).
 */
export function reloadWhenPartsAreGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // Without a network the page would be gone for good: what cannot be loaded waits.
    if (!navigator.onLine) return;
    const last = Number(sessionStorage.getItem(LAST_RELOAD) ?? 0);
    if (Date.now() - last < ONE_RELEASE_MS) return;
    sessionStorage.setItem(LAST_RELOAD, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
}
