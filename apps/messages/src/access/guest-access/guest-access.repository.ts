import { Injectable } from '@nestjs/common';
import { WriteTransaction } from '@stoa/database';
import { UserRow } from '@stoa/wire-objects';

export interface GuestPair {
  guestId: number;
  /** Whom the guest may or may not see. */
  subjectId: number;
}

/** Reads within the transaction that changes subscriptions. */
@Injectable()
export class GuestAccessRepository {
  /**
   * Those of the pairs that are connected by something else than the given channels: by another channel that both are
   * subscribed to, or by direct messages (users.md 3).
   */
  async connectedElsewhere(
    tx: WriteTransaction,
    pairs: readonly GuestPair[],
    channelIds: readonly number[],
  ): Promise<GuestPair[]> {
    const rows = await tx.query<{ guest_id: number; subject_id: number }>(
      `SELECT p.guest_id, p.subject_id FROM unnest($1::int[], $2::int[]) AS p (guest_id, subject_id)
       WHERE EXISTS (SELECT 1 FROM subscription own
                     JOIN subscription theirs ON theirs.channel_id = own.channel_id AND theirs.active
                     WHERE own.user_id = p.guest_id AND own.active AND theirs.user_id = p.subject_id
                       AND own.channel_id <> ALL ($3::int[]))
          OR EXISTS (SELECT 1 FROM direct_conversation_participant own
                     JOIN direct_conversation_participant theirs USING (recipient_id)
                     WHERE own.user_id = p.guest_id AND theirs.user_id = p.subject_id)`,
      [pairs.map(({ guestId }) => guestId), pairs.map(({ subjectId }) => subjectId), channelIds],
    );
    return rows.map((row) => ({ guestId: row.guest_id, subjectId: row.subject_id }));
  }

  /** What user objects are made of. */
  users(tx: WriteTransaction, userIds: readonly number[]): Promise<UserRow[]> {
    return tx.query<UserRow & Record<string, unknown>>(
      `SELECT a.id, a.version, a.email, a.delivery_email AS "deliveryEmail", a.full_name AS "fullName", a.role,
         a.is_active AS "isActive", a.is_bot AS "isBot", a.bot_type AS "botType", a.bot_owner_id AS "botOwnerId",
         a.avatar_source AS "avatarSource", a.avatar_version AS "avatarVersion", a.avatar_key AS "avatarKey", a.timezone,
         floor(extract(epoch FROM a.date_joined))::int8 AS "dateJoined", a.email_address_visibility AS "emailVisibility",
         a.presence_enabled AS "presenceEnabled", a.is_imported_stub AS "isImportedStub", a.is_deleted AS "isDeleted",
         (SELECT jsonb_object_agg(v.field_id, jsonb_strip_nulls(jsonb_build_object(
            'value', v.value, 'rendered_value', v.rendered_value)))::text FROM profile_value v WHERE v.user_id = a.id)
           AS "profileData"
       FROM account a WHERE a.id = ANY ($1::int[]) ORDER BY a.id`,
      [userIds],
    );
  }
}
