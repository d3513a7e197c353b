const HIDDEN = '***';
/** Names of headers that let somebody in, or prove who sends; not those that name an event or a delivery. */
const SECRET_NAME =
  /(^|[-_])(assertion|auth|authorization|authentication|cookie|credentials?|hmac|jwt|oidc|passw(or)?d|secret|session|signature|token|(?<!(event|idempotency)[-_])(api)?key)([-_]|$)|cookie/i;
/** A shorter one would be found everywhere. */
const SHORTEST_SECRET = 8;

/** Without the secrets, wherever they stand. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
}

/**
 * Headers as the log of a bot has them (mail-and-integrations.md 8.5): without credentials, signatures and cookies.
 * @param secrets are hidden in all values
 */
export function shownHeaders(
  headers: Readonly<Record<string, string | undefined>>,
  secrets: readonly string[],
): Record<string, string> {
  const shown = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [[name, SECRET_NAME.test(name) ? HIDDEN : withoutSecrets(value, secrets)] as const];
  });
  return Object.fromEntries(shown);
}
