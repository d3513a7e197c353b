import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';

/** An invitation that somebody may still accept. */
export interface OpenInvitation {
  invitationId: number;
  realmId: number;
  partition: number;
  address: string;
}

@Injectable()
export class ReturnedInvitationsRepository {
  constructor(private readonly database: Database) {}

  /** @param id that somebody claims: it may be larger than ids are */
  async find(id: number): Promise<OpenInvitation | undefined> {
    const [row] = await this.database.query<OpenInvitation & Record<string, unknown>>(
      'returned_invitation',
      `SELECT i.id AS "invitationId", i.realm_id AS "realmId", r.partition, i.email AS address
       FROM invitation i JOIN realm r ON r.id = i.realm_id
       WHERE i.id = $1::int8 AND i.used_at IS NULL AND i.revoked_at IS NULL
         AND (i.expires_at IS NULL OR i.expires_at > now())`,
      [id],
    );
    return row;
  }
}
