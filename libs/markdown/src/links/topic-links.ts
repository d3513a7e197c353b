import { findAutolinks } from './autolink-scanner';
import type { CompiledLinkifier } from './linkifier';

/** An entry of `topic_links` (markdown.md 11.2). */
export interface TopicLink {
  text: string;
  url: string;
}

interface Candidate extends TopicLink {
  start: number;
  end: number;
}

const SEGMENT = /[^ !;),'"]+/g;

function rawUrls(topic: string): Candidate[] {
  const found: Candidate[] = [];
  for (const { 0: segment, index } of topic.matchAll(SEGMENT)) {
    const [link] = findAutolinks(segment);
    if (link === undefined || link.start !== 0 || link.end !== segment.length) continue;
    const hasScheme = /^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(segment);
    found.push({
      text: segment,
      url: hasScheme ? segment : `https://${segment}`,
      start: index,
      end: index + segment.length,
    });
  }
  return found;
}

/** The links of a topic: linkifiers in order, then plain URLs; overlapping later ones are dropped; ordered by position. */
export function topicLinks(topic: string, linkifiers: readonly CompiledLinkifier[]): TopicLink[] {
  const accepted: Candidate[] = [];
  const accept = (candidate: Candidate): void => {
    const overlaps = accepted.some(({ start, end }) => candidate.start < end && start < candidate.end);
    if (!overlaps) accepted.push(candidate);
  };
  for (const linkifier of linkifiers) {
    for (const { start, end, url } of linkifier.matches(topic)) {
      accept({ text: topic.slice(start, end), url, start, end });
    }
  }
  for (const candidate of rawUrls(topic)) accept(candidate);
  return accepted.sort((a, b) => a.start - b.start).map(({ text, url }) => ({ text, url }));
}
