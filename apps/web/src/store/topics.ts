/** What makes two topics one: they compare without regard to case everywhere, and are shown as they were written. */
export function topicKey(topic: string): string {
  return topic.toLowerCase();
}

export function isSameTopic(a: string, b: string): boolean {
  return topicKey(a) === topicKey(b);
}

/** Stands before the name of a resolved topic. */
const RESOLVED_PREFIX = '✔ ';

export function isResolved(topic: string): boolean {
  return topic.startsWith(RESOLVED_PREFIX);
}

/** The name without the mark of resolved topics, which is shown as an icon. */
export function unresolvedName(topic: string): string {
  return isResolved(topic) ? topic.slice(RESOLVED_PREFIX.length) : topic;
}
