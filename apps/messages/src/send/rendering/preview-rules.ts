/** What decides what is shown of the pages and pictures that a message links to. */
export interface PreviewFacts {
  organization: { inlineImagePreview: boolean; inlineUrlEmbedPreview: boolean };
  isBot: boolean;
  /** Its sender wants nothing shown. */
  isWithoutPreviews?: boolean;
  /** Of a message that is rendered anew: what it shows, and what is known of the pages. */
  stored?: { hasMedia: boolean; hasPages: boolean };
}

/**
 * Pictures and films by their addresses, and pages (markdown.md 9). A bot's message that shows none goes on so when it is
 * rendered anew: nothing else says that it was sent without.
 */
export function shownPreviews({ organization, isBot, isWithoutPreviews = false, stored }: PreviewFacts): {
  media: boolean;
  pages: boolean;
} {
  if (isWithoutPreviews) return { media: false, pages: false };
  const { inlineImagePreview: media, inlineUrlEmbedPreview: pages } = organization;
  if (stored) return { media: stored.hasMedia || (media && !isBot), pages: stored.hasPages };
  return { media, pages: pages && !isBot };
}
