/** Subdomain names that mean the root organization. */
const ROOT_ALIASES = new Set(['www']);

/**
 * The subdomain that a Host header names below the installation's own host; `""` is the root. The port does not count
 * (organization.md 1.6).
 * @returns undefined for hosts elsewhere, which the host table may know
 */
export function subdomainOfHost(host: string, externalHost: string): string | undefined {
  const name = withoutPort(host.toLowerCase());
  const base = withoutPort(externalHost.toLowerCase());
  if (name === base) return '';
  if (!name.endsWith(`.${base}`)) return undefined;
  const subdomain = name.slice(0, -base.length - 1);
  return ROOT_ALIASES.has(subdomain) ? '' : subdomain;
}

/** Host name of a Host header. */
export function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '');
}
