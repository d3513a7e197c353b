import { readFile } from 'node:fs/promises';
import { NONE } from '@stoa/config';

/** Where a certificate and its key are. */
export interface CertificateFiles {
  certificate: string;
  key: string;
}

export interface Certificate {
  cert: string;
  key: string;
}

/** @returns undefined if mail comes in without TLS @throws Error for a file that cannot be read */
export async function readCertificate({ certificate, key }: CertificateFiles): Promise<Certificate | undefined> {
  if (certificate === NONE) return undefined;
  const [cert, secret] = await Promise.all([readFile(certificate, 'utf8'), readFile(key, 'utf8')]);
  return { cert, key: secret };
}
