/** The address of `Name <address>`. */
const NAMED = /<([^<>]*)>/;

/** Addresses of a text with commas or line ends between them, each once, in order (organization.md 11). */
export function parseInvitees(text: string): string[] {
  const found = new Map<string, string>();
  for (const part of text.split(/[,\n\r]/)) {
    const address = (NAMED.exec(part)?.[1] ?? part).trim();
    const key = address.toLowerCase();
    if (address !== '' && !found.has(key)) found.set(key, address);
  }
  return [...found.values()];
}
