import { Actor } from '@stoa/contracts/rpc';
import { realmHost, realmUrl } from '@stoa/policy';
import { ClusterSession } from '../base/cluster/cluster-session';
import { RefusedError } from '../base/command-line/failures';
import { AccountRow, AdministrationRepository, OrganizationRow } from './administration.repository';

const CLIENT_NAME = 'StoaTool';
/** How the root organization, whose subdomain is empty, is named on the command line. */
const ROOT_NAME = 'root';

export function subdomainOf(name: string): string {
  return name === ROOT_NAME ? '' : name;
}

export function displayedSubdomain(subdomain: string): string {
  return subdomain === '' ? ROOT_NAME : subdomain;
}

/** Finds what command lines name, and makes the actors in whose name services are called. */
export class OrganizationDirectory {
  readonly repository: AdministrationRepository;

  constructor(private readonly session: ClusterSession) {
    this.repository = new AdministrationRepository(session);
  }

  /** @throws RefusedError */
  async organization(name: string): Promise<OrganizationRow> {
    const found = await this.repository.organization(subdomainOf(name));
    if (!found) throw new RefusedError(`there is no organization "${name}"; "stoa organizations list" shows them`);
    return found;
  }

  /** @throws RefusedError */
  async account(organization: OrganizationRow, reference: string, kind?: 'human' | 'bot'): Promise<AccountRow> {
    const found = await this.repository.account(organization.id, reference);
    if (!found || (kind !== undefined && found.isBot !== (kind === 'bot'))) {
      const noun = kind === 'bot' ? 'bot' : 'user';
      throw new RefusedError(`there is no ${noun} "${reference}" in "${displayedSubdomain(organization.subdomain)}"`);
    }
    return found;
  }

  /** The organization's oldest owner, with the rights that only operators have. @throws RefusedError */
  async ownerOf(organization: OrganizationRow): Promise<Actor> {
    const owner = await this.repository.owner(organization.id);
    if (!owner) {
      throw new RefusedError(`"${displayedSubdomain(organization.subdomain)}" has no active owner to act for`);
    }
    return { ...this.actor(organization, owner), canCreateUsers: true };
  }

  /** An account as calls of services name it. */
  actor(organization: OrganizationRow, account: AccountRow): Actor {
    const { address } = this.session;
    const host = realmHost(organization.subdomain, address.STOA_EXTERNAL_HOST);
    return {
      realmId: organization.id,
      partition: organization.partition,
      realmHost: organization.customHost ?? host,
      realmUrl: this.urlOf(organization),
      userId: account.id,
      role: account.role,
      isBot: account.isBot,
      botType: account.botType,
      email: account.email,
      deliveryEmail: account.deliveryEmail,
      fullName: account.fullName,
      clientName: CLIENT_NAME,
      canCreateUsers: false,
      canForgeSender: account.can_forge_sender,
    };
  }

  urlOf({ subdomain, customHost }: Pick<OrganizationRow, 'subdomain' | 'customHost'>): string {
    return realmUrl({ stringId: subdomain, customHost }, this.session.address);
  }
}
