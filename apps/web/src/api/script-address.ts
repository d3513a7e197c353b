/**
 * Browsers that know Trusted Types take the address of a script only from a policy. What it makes is an object that stands
 * for the string; the DOM's own types know nothing of it.
 */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

function hasTrustedTypes(scope: object): scope is { trustedTypes: TrustedTypes } {
  return 'trustedTypes' in scope;
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The worker of notifications is served at the top, all others are files of the build. */
const WORKERS = /^\/(?:notification-worker\.js|assets\/[\w.-]+\.js)$/;

function checked(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  if (origin !== location.origin || !WORKERS.test(pathname)) throw new TypeError(`${url} is no worker of this client`);
  return url;
}

/** The address of a worker, as the browser takes it. @throws TypeError for what is none of this client */
export function scriptAddress(url: string): string {
  const scope: object = globalThis;
  if (!hasTrustedTypes(scope)) return url;
  policy ??= scope.trustedTypes.createPolicy('stoa-worker', { createScriptURL: checked });
  return policy.createScriptURL(url);
}
