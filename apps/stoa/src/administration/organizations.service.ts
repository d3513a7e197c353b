import { hash } from '@node-rs/argon2';
import { deactivateRealm, sendReactivationLinks, updateRealm } from '@stoa/contracts/organization';
import { drawGeneratedAvatars, welcomeFounder } from '@stoa/contracts/users';
import { NewAccount, createRealm, isUniqueViolation, lockRealm, setKeys, withNewAccounts } from '@stoa/database';
import { outlastCopies } from '@stoa/redis';
import {
  Role,
  checkFullName,
  checkSubdomain,
  generateApiKey,
  hashApiKey,
  isEmailAddress,
  realmHost,
} from '@stoa/policy';
import { ClusterSession } from '../base/cluster/cluster-session';
import { RefusedError, UsageError } from '../base/command-line/failures';
import { OrganizationRow } from './administration.repository';
import { OrganizationDirectory, displayedSubdomain, subdomainOf } from './organization-directory';

/** The costs of the accounts service (docs/decisions/011); a verifier reads them from the hash. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const KEY_PREFIX_LENGTH = 4;

export interface NewOrganization {
  /** Subdomain, `root` for the root organization. */
  subdomain: string;
  name: string;
  ownerEmail: string;
  ownerName: string;
  password: string;
  /** Whether members need an invitation. */
  isInviteOnly: boolean;
}

/**
 * Organizations as a whole. A new one is provisioned in the database, with its first owner: nobody is there yet for a
 * service to act for or notify.
 */
export class OrganizationsService {
  constructor(
    private readonly session: ClusterSession,
    private readonly directory: OrganizationDirectory,
  ) {}

  /** @throws UsageError, RefusedError */
  async create(input: NewOrganization): Promise<{ id: number; url: string; ownerId: number; apiKey: string }> {
    const subdomain = subdomainOf(input.subdomain);
    const problem = subdomain === '' ? undefined : checkSubdomain(subdomain);
    if (problem) throw new UsageError(problem);
    if (!isEmailAddress(input.ownerEmail)) throw new UsageError(`"${input.ownerEmail}" is not an email address`);
    const nameProblem = checkFullName(input.ownerName);
    if (nameProblem) throw new UsageError(nameProblem);
    if (input.name.trim() === '') throw new UsageError('an organization needs a name');
    const apiKey = generateApiKey();
    // Everything that may be missing is asked for before anything is written: an organization without an owner helps nobody.
    const owner = await this.owner(input, apiKey);
    const host = realmHost(subdomain, this.session.address.STOA_EXTERNAL_HOST);
    const { id, partition } = await this.provision(subdomain, input);
    const ownerId = await this.createOwner({ realmId: id, partition }, host, owner);
    return { id, url: this.directory.urlOf({ subdomain, customHost: null }), ownerId, apiKey };
  }

  /**
   * Orders the mails that welcome the first owner of a new organization: the users service knows what they are.
   * @throws DomainError, RefusedError, UnavailableError, ConfigurationError
   */
  async welcomeOwner(organization: OrganizationRow): Promise<void> {
    await this.session.call(welcomeFounder, {}, await this.directory.ownerOf(organization));
  }

  private async owner({ ownerName, ownerEmail, password }: NewOrganization, apiKey: string): Promise<NewAccount> {
    return {
      fullName: ownerName,
      deliveryEmail: ownerEmail,
      role: Role.Owner,
      passwordHash: await hash(password, ARGON2),
      apiKey: { hash: hashApiKey(this.session.apiKeySecret, apiKey), prefix: apiKey.slice(0, KEY_PREFIX_LENGTH) },
    };
  }

  private async provision(subdomain: string, { name, isInviteOnly }: NewOrganization) {
    try {
      return await createRealm(this.session.database, {
        subdomain,
        name: name.trim(),
        authenticationMethods: { Email: true },
        settings: { invite_required: isInviteOnly },
      });
    } catch (error) {
      if (!isUniqueViolation(error, 'realm_string_id_key')) throw error;
      throw new RefusedError(`an organization "${displayedSubdomain(subdomain)}" already exists`);
    }
  }

  private async createOwner(
    context: { realmId: number; partition: number },
    host: string,
    account: NewAccount,
  ): Promise<number> {
    const provisioned = { realmHost: host, accounts: [account] };
    const created = await withNewAccounts(this.session.database, context, provisioned, (_tx, made) =>
      Promise.resolve(made),
    );
    const [owner] = created.accounts;
    if (!owner) throw new Error('an account was created per input');
    return owner.id;
  }

  /**
   * Ends all sessions; data are kept.
   * @param movedTo address of the organization's successor, to which its pages lead; null leaves the one it has
   * @throws DomainError, RefusedError, UsageError
   */
  async deactivate(organization: OrganizationRow, movedTo: string | null): Promise<void> {
    if (movedTo !== null && !isWebAddress(movedTo)) {
      throw new UsageError(`"${movedTo}" is not an address that begins with http:// or https://`);
    }
    const actor = await this.directory.ownerOf(organization);
    if (movedTo !== null) await this.redirect(organization, movedTo);
    await this.session.call(deactivateRealm, { deletion_delay_days: null }, actor);
  }

  private async redirect({ id, partition }: OrganizationRow, movedTo: string): Promise<void> {
    await this.session.database.write({ realmId: id, partition }, [lockRealm(id, 'exclusive')], async (tx) => {
      await tx.query('UPDATE realm SET deactivated_redirect = $2 WHERE id = $1', [id, movedTo]);
      tx.bump(setKeys.realmAccess(id));
    });
  }

  /**
   * The service draws the avatars of new accounts from now on, and those of all that have a generated one.
   * @returns how many accounts were moved
   * @throws DomainError, RefusedError
   */
  async drawAvatars(organization: OrganizationRow): Promise<number> {
    const actor = await this.directory.ownerOf(organization);
    await this.session.call(updateRealm, { default_avatar_source: 'J' }, actor);
    let moved = 0;
    for (let afterId: number | null = 0; afterId !== null;) {
      const batch: { moved: number; last_id: number | null } = await this.session.call(
        drawGeneratedAvatars,
        { after_id: afterId },
        actor,
      );
      moved += batch.moved;
      afterId = batch.last_id;
    }
    return moved;
  }

  /**
   * Lets owners decide about a reactivation, by links in mails.
   * @returns how many were sent
   * @throws DomainError, RefusedError, UnavailableError
   */
  async sendReactivationLinks(organization: OrganizationRow): Promise<number> {
    const { id: realmId, partition, subdomain, isActive } = organization;
    if (isActive) throw new RefusedError(`"${displayedSubdomain(subdomain)}" is active`);
    const realmUrl = this.directory.urlOf(organization);
    const { sent } = await this.session.call(sendReactivationLinks, { realmId, partition, realmUrl });
    return sent;
  }

  /** Undoes a deactivation; ends when no gateway knows the organization as deactivated any more. Nobody has a queue in a deactivated organization, so there is nobody to notify. */
  async reactivate({ id, partition }: OrganizationRow): Promise<void> {
    await this.session.database.write({ realmId: id, partition }, [lockRealm(id, 'exclusive')], async (tx) => {
      await tx.query('UPDATE realm SET deactivated_at = NULL, scheduled_deletion_at = NULL WHERE id = $1', [id]);
      tx.bump(setKeys.realmSettings(id));
    });
    // The tool does without Redis. (What is created here needs no wait: there are no copies of what was not there.)
    await outlastCopies();
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
