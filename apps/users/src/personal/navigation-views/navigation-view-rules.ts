import { badRequest } from '@stoa/errors';

/** Views that every client has; they need no row until they are configured (users.md 17). */
const BUILT_IN_FRAGMENTS: ReadonlySet<string> = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'scheduled',
  'reminders',
]);

/** @throws DomainError if a built-in view would get a name */
export function checkBuiltInName(fragment: string, name: string | null): void {
  if (BUILT_IN_FRAGMENTS.has(fragment) && name !== null) {
    throw badRequest('Built-in views cannot have a custom name.');
  }
}

/** @throws DomainError if a built-in view would get a name, or a custom one none */
export function checkNewView(fragment: string, name: string | null): void {
  checkBuiltInName(fragment, name);
  if (!BUILT_IN_FRAGMENTS.has(fragment) && name === null) throw badRequest('Custom views must have a valid name.');
}
