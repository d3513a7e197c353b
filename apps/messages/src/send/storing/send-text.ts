import { badRequest } from '@stoa/errors';
import { normalizeContent, normalizeTopic } from '@stoa/markdown';

/** @throws DomainError `Message must not be empty` or `… null bytes` */
export function normalizedContent(content: string): string {
  const result = normalizeContent(content);
  if (!result.ok) throw badRequest(result.msg);
  return result.content;
}

/** @throws DomainError `Invalid character in topic, at position {n}!` */
export function normalizedTopic(topic: string): string {
  const result = normalizeTopic(topic);
  if (!result.ok) throw badRequest(result.msg);
  return result.topic;
}
