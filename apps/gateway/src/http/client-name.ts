/** What the head of a User-Agent says (organization.md 1.5). */
export interface UserAgent {
  name: string;
  version?: string;
}

const UNSPECIFIED_CLIENT = 'Unspecified';
const LONGEST_NAME = 30;
/** Enough for every real name; the pattern below is quadratic in the length of what it reads. */
const READ_CHARACTERS = 200;
const PATTERN = /^(?<name>[^/ ]*[^0-9/(]*)(?:\/(?<version>[^/ ]*))?(?:[ /].*)?$/s;

/** Name and version from the start of the header. */
export function parseUserAgent(header: string | undefined): UserAgent {
  const groups = header ? PATTERN.exec(header.slice(0, READ_CHARACTERS))?.groups : undefined;
  const name = groups?.name?.trim();
  return name ? { name, version: groups?.version } : { name: UNSPECIFIED_CLIENT };
}

/** Programs that show pages of the organization and have a name of their own. */
const OWN_NAME = /^zulip/i;

/** The name that is recorded for what a browser asks with a session: all of them are one client. */
export function sessionClientName(name: string): string {
  return OWN_NAME.test(name) ? name : 'website';
}

/** The name that is recorded for a request; the parameter `client` overrides the header. */
export function clientName(header: string | undefined, parameter: string | undefined): string {
  const name = parameter ? parameter.trim().slice(0, READ_CHARACTERS) : '';
  return Array.from(name || parseUserAgent(header).name)
    .slice(0, LONGEST_NAME)
    .join('');
}
