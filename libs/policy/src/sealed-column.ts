import { openSealedText, sealText } from './sealed-text';

/** How a sealed text begins in a column that also holds texts of the time before they were sealed. */
export const SEALED_COLUMN = 'stoa-sealed:';

/** What is kept in columns of both forms. */
type ColumnPurpose = 'stoa/bot-secret' | 'stoa/bot-service-token';

/**
 * Encrypts a text for a column of texts. A process of a release that knows no sealed texts takes it for the secret itself:
 * nothing fits it, so that nothing is taken for signed that is not.
 * @param secret of the installation
 */
export function sealColumn(secret: string, purpose: ColumnPurpose, text: string): string {
  return SEALED_COLUMN + sealText(secret, purpose, text).toString('base64');
}

export function isSealedColumn(stored: string): boolean {
  return stored.startsWith(SEALED_COLUMN);
}

/**
 * @param stored sealed, or the text itself, as it was kept before
 * @throws Error if it was not sealed with this secret for this purpose
 */
export function openColumn(secret: string, purpose: ColumnPurpose, stored: string): string {
  if (!isSealedColumn(stored)) return stored;
  return openSealedText(secret, purpose, Buffer.from(stored.slice(SEALED_COLUMN.length), 'base64'));
}
