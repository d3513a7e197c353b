import type { ShownProvider } from '@stoa/policy';
import { AccessCopy } from '../confirmed-copies';

/** What the edge knows of an organization. */
export interface RealmFacts extends AccessCopy {
  id: number;
  partition: number;
  /** Subdomain; `""` is the root. */
  stringId: string;
  name: string;
  renderedDescription: string;
  iconSource: string;
  iconVersion: number;
  isDeactivated: boolean;
  /** Where those who open a deactivated organization find its successor. */
  deactivatedRedirect: string | null;
  isSpectatorAccessEnabled: boolean;
  /** Passwords are not enough for everybody: apps, which can ask for nothing more, sign in with the browser. */
  needsBrowserSignIn: boolean;
  /** It has an LDAP directory. */
  hasDirectory: boolean;
  /** Backend name to enabled (organization.md 2.5). */
  authenticationMethods: Readonly<Record<string, boolean>>;
  /** Its identity providers, in the order in which they were set up. */
  signInButtons: readonly ShownProvider[];
  /** Its own host name, where it has one outside of the installation's. */
  customHost: string | null;
}

/** Where organizations are looked up. */
export abstract class RealmStore {
  abstract findBySubdomain(subdomain: string): Promise<RealmFacts | undefined>;
  /** Subdomain of the organization that a host outside of the installation's own leads to. */
  abstract findSubdomainOfHost(host: string): Promise<string | undefined>;
}
