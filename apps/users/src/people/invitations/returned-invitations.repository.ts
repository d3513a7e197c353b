import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';

/** An invitation whose mail came back, and who is to know. */
export interface ReturnedInvitation {
  email: string;
  inviterId: number;
  isInviterActive: boolean;
  /** Of who invited. */
  language: string;
  stringId: string;
  customHost: string | null;
}

@Injectable()
export class ReturnedInvitationsRepository {
  /** @returns undefined if it was noted before, somebody has accepted or withdrawn it, or its time is over */
  async note(tx: WriteTransaction, id: number): Promise<ReturnedInvitation | undefined> {
    const [row] = await tx.query<ReturnedInvitation & Record<string, unknown>>(
      `UPDATE invitation i SET returned_at = now() FROM account a, realm r
       WHERE i.id = $2::int8 AND i.realm_id = $1 AND i.returned_at IS NULL AND i.used_at IS NULL AND i.revoked_at IS NULL
         AND (i.expires_at IS NULL OR i.expires_at > now()) AND a.id = i.invited_by_user_id AND r.id = i.realm_id
       RETURNING i.email, a.id AS "inviterId", a.is_active AS "isInviterActive", a.default_language AS language,
         r.string_id AS "stringId", (SELECT min(h.host) FROM realm_host h WHERE h.realm_id = r.id) AS "customHost"`,
      [tx.realmId, id],
    );
    return row;
  }
}
