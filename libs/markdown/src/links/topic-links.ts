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
    if (link === undefined || link.start !== 0) continue;
    const text = segment.slice(0, link.end);
    const hasScheme = /^(?:https?:\/\/|bitcoin:)/.test(text);
    found.push({ text, url: hasScheme ? text : `https://${text}`, start: index, end: index + link.end });
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
