import { DomainError } from '@stoa/errors';

/** Every complaint about an image itself (users.md 6, organization.md 7). */
export function badImage(text: string): DomainError {
  return new DomainError('BAD_IMAGE', text);
}

export const NOT_DECODED = 'Could not decode image; did you upload an image file?';
export const CORRUPTED = 'Image is corrupted or truncated';
export const TOO_MANY_PIXELS = 'Image size exceeds limit.';
export const WRONG_FORMAT = 'Invalid image format';
