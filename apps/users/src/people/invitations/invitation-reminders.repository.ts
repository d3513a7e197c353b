import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** An invitation whose invitee is to be reminded. */
export interface DueReminder
  extends RowOf<'Invitation', 'id' | 'realmId' | 'email'>, RowOf<'Realm', 'partition' | 'stringId'> {
  key: string;
  organization: string;
  /** Of the organization. */
  language: string;
  customHost: string | null;
  inviterName: string;
  inviterEmail: string;
}

/** Valid four days or longer, with two days left (organization.md 11), and the mail has not come back. */
const DUE = `i.used_at IS NULL AND i.revoked_at IS NULL AND i.reminded_at IS NULL
  AND i.returned_at IS NULL AND i.expires_at > now()
  AND i.expires_at <= now() + interval '2 days' AND i.expires_at - i.invited_at >= interval '4 days'`;

@Injectable()
export class InvitationRemindersRepository {
  constructor(private readonly database: Database) {}

  due(limit: number): Promise<DueReminder[]> {
    return this.database.query<DueReminder & Record<string, unknown>>(
      'invitation_reminders_due',
      `SELECT i.id, i.realm_id AS "realmId", r.partition, i.email, i.confirmation_key AS key, r.name AS organization,
         r.default_language AS language,
         r.string_id AS "stringId", (SELECT min(h.host) FROM realm_host h WHERE h.realm_id = r.id) AS "customHost",
         a.full_name AS "inviterName", a.delivery_email AS "inviterEmail"
       FROM invitation i JOIN realm r ON r.id = i.realm_id JOIN account a ON a.id = i.invited_by_user_id
       WHERE ${DUE} AND r.deactivated_at IS NULL ORDER BY i.id LIMIT $1`,
      [limit],
    );
  }

  /** @returns those of the invitations that nobody else has taken */
  async claim(tx: WriteTransaction, ids: readonly number[]): Promise<Set<number>> {
    const rows = await tx.query<RowOf<'Invitation', 'id'>>(
      `UPDATE invitation i SET reminded_at = now() WHERE i.id = ANY($1::int[]) AND ${DUE} RETURNING i.id`,
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
