import { DEFAULT_EMPTY_TOPIC_NAME, normalizeContent, normalizeTopic, truncatedTopic } from '@stoa/markdown';
import { checkFullName, isEmailAddress } from '@stoa/policy';

const LONE_SURROGATE = /\p{Cs}/gu;
const DELETED = '(deleted)';
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** A text as the services would have stored it; what nothing is left of was deleted. */
export function storableContent(text: string): string {
  const clean = text.replaceAll('\0', '').replaceAll(LONE_SURROGATE, '\uFFFD');
  const result = normalizeContent(clean);
  return result.ok ? result.content : DELETED;
}

export function storableTopic(text: string): string {
  const result = normalizeTopic(text, DEFAULT_EMPTY_TOPIC_NAME);
  return result.ok ? result.topic : truncatedTopic(text.replaceAll(UNPRINTABLE, ' '));
}

/** A name that mentions can name. */
export function storableName(text: string, fallback: string): string {
  const name = [
    ...text
      .replaceAll(UNPRINTABLE, ' ')
      .replaceAll(/[*`\\>"@]/g, '')
      .replace(/\|\d+$/, '')
      .trim(),
  ]
    .slice(0, 100)
    .join('')
    .trim();
  return checkFullName(name) === null ? name : fallback;
}

/** Addresses that are used, regardless of case: an organization has each once. */
export class Addresses {
  private readonly used = new Set<string>();

  /** @returns the address, or one that leads nowhere if it is none or used */
  take(address: string, fallback: string): { address: string; isReplaced: boolean } {
    const given = address.trim();
    const isUsable = isEmailAddress(given) && !this.used.has(given.toLowerCase());
    const taken = isUsable ? given : fallback;
    this.used.add(taken.toLowerCase());
    return { address: taken, isReplaced: !isUsable };
  }
}
