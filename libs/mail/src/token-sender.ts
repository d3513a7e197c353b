import { randomBytes } from 'node:crypto';

/** 96 bits. */
const TOKEN_BYTES = 12;

/** `noreply-TOKEN@example.com`: as good as the plain address where nobody reads answers. */
export function withToken(sender: string): string {
  const at = sender.lastIndexOf('@');
  return `${sender.slice(0, at)}-${randomBytes(TOKEN_BYTES).toString('hex')}${sender.slice(at)}`;
}
