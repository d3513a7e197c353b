const LONGEST_SLUG = 50;

/**
 * The local part of a channel's address: a readable part, which is left out when the name cannot be written in ASCII
 * without losing characters, the token, and that the sender is shown (channels.md 5.8).
 */
export function channelMailbox(channelName: string, token: string): string {
  const hyphenated = channelName.replaceAll(/[^\p{L}\p{N}_]+/gu, '-');
  const slug = [...hyphenated]
    .slice(0, LONGEST_SLUG)
    .join('')
    .toLowerCase()
    .replaceAll(/^[-_]+|[-_]+$/g, '');
  const isAscii = /^[\x21-\x7e]+$/.test(slug);
  return [...(isAscii ? [slug] : []), token, 'show-sender'].join('.');
}
