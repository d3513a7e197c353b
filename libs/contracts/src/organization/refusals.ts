import type { DocumentedError } from '../rpc/define-endpoint';

export const bad = (msg: string): DocumentedError => ({ code: 'BAD_REQUEST', msg });

export const NOT_ADMINISTRATOR: DocumentedError = {
  code: 'UNAUTHORIZED_PRINCIPAL',
  msg: 'Must be an organization administrator',
};
export const NOT_OWNER: DocumentedError = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };

/** Of endpoints that take an icon, a logo or an emoji. */
export const IMAGE_ERRORS: readonly DocumentedError[] = [
  bad('Uploaded file is larger than the allowed limit of 5 MiB'),
  { code: 'BAD_IMAGE', msg: 'Invalid image format' },
  { code: 'BAD_IMAGE', msg: 'Could not decode image; did you upload an image file?' },
  { code: 'BAD_IMAGE', msg: 'Image is corrupted or truncated' },
  { code: 'BAD_IMAGE', msg: 'Image size exceeds limit.' },
];
