/** A file as programs of this API read it (`.zuliprc`). */
export function keyFile(email: string, key: string, site: string): string {
  return `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`;
}
