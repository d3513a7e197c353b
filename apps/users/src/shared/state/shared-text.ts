import { createHash } from 'node:crypto';
import { CONSTANTS_SCOPE, type FragmentId } from '@stoa/fragments';

/** JSON text that many answers share, under the name that says what it is. */
export interface SharedText {
  id: FragmentId;
  bytes: Buffer;
}

/** Enough of a digest to say what a text is. */
const VERSION_LENGTH = 22;

/** A text that is named by its content: it is the same wherever and from whatever it was made. */
export function sharedText(scope: string, name: string, text: string): SharedText {
  const bytes = Buffer.from(text);
  return { id: { scope, name, version: digestOf(bytes) }, bytes };
}

/** Says what bytes are: those of the same version of a fragment are equal, whichever release of a service wrote them. */
export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, VERSION_LENGTH);
}

/** A value that is the same in all answers of a release. */
export function sharedConstant(name: string, value: unknown): SharedText {
  return sharedText(CONSTANTS_SCOPE, name, JSON.stringify(value));
}
