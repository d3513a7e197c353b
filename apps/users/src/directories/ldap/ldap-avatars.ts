import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { AvatarFiles } from '../../people/avatars/avatar-files';
import type { WantedAvatar } from '../account-changes/directory-account-changes';
import type { LdapConnection } from './ldap-connection';
import { pictureHash } from './ldap-entry';
import type { LdapPerson } from './ldap-person';

/** As for those that people upload (organization.md 4.8). */
const LARGEST_BYTES = 5 * 1024 * 1024;

/** Pictures that directories have of people. */
@Injectable()
export class LdapAvatars {
  constructor(private readonly files: AvatarFiles) {}

  /**
   * Reads a picture and stores its images, or says that there is none any more.
   * @returns why a picture cannot be used, otherwise
   * @throws UnavailableError
   */
  async prepare(
    realmId: number,
    connection: LdapConnection,
    person: Pick<LdapPerson, 'dn' | 'avatarHash'>,
  ): Promise<WantedAvatar | { problem: string }> {
    if (person.avatarHash === null) return { key: null, hash: null };
    const content = await connection.picture(person);
    if (!content) return { problem: `${person.dn} has no picture any more` };
    if (content.length > LARGEST_BYTES) return { problem: `${person.dn} has a picture of more than 5 MiB` };
    try {
      return { key: await this.files.storeContent(realmId, content), hash: pictureHash(content) };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { problem: `${person.dn} has a picture that cannot be used: ${error.message}` };
    }
  }

  /** Removes the images that no account has. */
  async release(realmId: number, keys: readonly (string | null | undefined)[]): Promise<void> {
    for (const key of keys) await this.files.release(realmId, key ?? null);
  }
}
