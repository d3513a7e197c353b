/** What the icon of the tab says: how many messages wait, and whether some of them are direct ones. */
export interface TabBadge {
  readonly count: number;
  readonly hasDirects: boolean;
}

const MOST = 99;

/** The number as there is room for it. */
export function badgeText(count: number): string {
  return count > MOST ? `${MOST}+` : String(count);
}

const COLUMNS =
  '<rect width="32" height="32" rx="7" fill="#2f5fd0"/>' +
  '<path d="M6 11 16 6l10 5v2H6zM8 15h3v8H8zm6.500 0h3v8h-3zM21 15h3v8h-3zM6 24h20v3H6z" fill="#fff"/>';

/** The icon with the number over it, and a dot for direct messages; undefined where there is nothing to say. */
export function badgedIcon({ count, hasDirects }: TabBadge): string | undefined {
  if (count === 0) return undefined;
  const text = badgeText(count);
  const width = 10 + text.length * 7;
  const number =
    `<rect x="${32 - width}" y="14" width="${width}" height="18" rx="6" fill="#b3261e"/>` +
    `<text x="${32 - width / 2}" y="28" font-family="sans-serif" font-size="14" font-weight="700" fill="#fff" text-anchor="middle">${text}</text>`;
  const dot = hasDirects ? '<circle cx="26" cy="6" r="6" fill="#f2b01e"/>' : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${COLUMNS}${number}${dot}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

let plainIcon: string | undefined;

/** Shows the badge on the icon of the tab. */
export function showTabIcon(badge: TabBadge): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  plainIcon ??= link.href;
  link.href = badgedIcon(badge) ?? plainIcon;
}

/** Shows the number at the icon of an installed client, where the system has room for it. */
export async function showAppBadge(count: number): Promise<void> {
  // Not every browser has it, whatever its types say.
  if (!('setAppBadge' in navigator)) return;
  try {
    await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());
  } catch (error) {
    // Only installed clients may have one.
    if (!(error instanceof DOMException)) throw error;
  }
}
