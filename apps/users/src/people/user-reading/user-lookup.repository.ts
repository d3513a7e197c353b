import { Injectable } from '@nestjs/common';
import type { RowOf } from '@stoa/database';
import { canSeeEmail, mailDomain } from '@stoa/policy';
import type { Reader } from '@stoa/read-state-store';

const VISIBILITIES = [1, 2, 3, 4, 5];

/** Whom an address in a path names, for a viewer. */
export interface EmailLookup {
  realmId: number;
  /** Host of the organization; dummy addresses end in its domain. */
  realmHost: string;
  viewerRole: number;
  email: string;
}

@Injectable()
export class UserLookupRepository {
  /**
   * A dummy address names its user for everybody; a real one only for viewers whom the user's visibility admits,
   * decided in the same query, so that nothing distinguishes a hidden address from one that nobody has (users.md 4).
   */
  async idOf(reader: Reader, { realmId, realmHost, viewerRole, email }: EmailLookup): Promise<number | undefined> {
    const dummy = new RegExp(`^user(\\d{1,9})@${escaped(mailDomain(realmHost))}$`, 'i').exec(email);
    const rows = await reader.query<RowOf<'Account', 'id'>>(
      'users_by_email',
      `SELECT id FROM account WHERE realm_id = $1 AND NOT is_system_bot
         AND (id = $2 OR ($2::int IS NULL AND lower(delivery_email) = lower($3)
                          AND email_address_visibility = ANY($4::int[])))`,
      [
        realmId,
        dummy?.[1] === undefined ? null : Number(dummy[1]),
        email,
        VISIBILITIES.filter((visibility) => canSeeEmail(visibility, viewerRole)),
      ],
    );
    return rows[0]?.id;
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
