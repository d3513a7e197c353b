import { Injectable } from '@nestjs/common';
import type { AccountMail, MailSuspension, MailSuspensionReason } from '@stoa/contracts/push';
import { Database, type RowOf } from '@stoa/database';
import type { SuspendedAddress } from '../../rules/mail/address-keys';
import type { MailOfRealm } from '../mail-jobs.repository';

/** A user whose mails are suspended, as administrators see it. Time in UNIX seconds. */
export interface SuspendedUser extends RowOf<'MailSuspension', 'user_id' | 'status'> {
  reason: MailSuspensionReason;
  since: number;
}

/** Of a suspension that holds: of another address it says nothing. */
const HOLDS = 'lower(s.address) = lower(a.delivery_email)';
/** Somebody who is impatient gets no more mails than that. */
const CHECKS_APART = "interval '10 minutes'";

/** Addresses that get no mails, and how that ends. */
@Injectable()
export class SuspensionsRepository {
  constructor(private readonly database: Database) {}

  /** The latest first. */
  ofRealm(realmId: number): Promise<SuspendedUser[]> {
    return this.database.query<SuspendedUser & Record<string, unknown>>(
      'mail_suspensions_of_realm',
      `SELECT s.user_id, s.reason, s.status, floor(extract(epoch FROM s.since))::int8 AS since
       FROM mail_suspension s JOIN account a ON a.id = s.user_id
       WHERE s.realm_id = $1 AND a.is_active AND ${HOLDS} ORDER BY s.since DESC, s.user_id`,
      [realmId],
    );
  }

  /** In the order of their users. @param realmId null for all organizations */
  page(realmId: number | null, afterUserId: number, limit: number): Promise<MailSuspension[]> {
    return this.database.query<MailSuspension & Record<string, unknown>>(
      'mail_suspensions_page',
      `SELECT s.user_id AS "userId", s.realm_id AS "realmId", s.address, s.reason, s.status, s.detail,
         floor(extract(epoch FROM s.since))::int8 AS since
       FROM mail_suspension s JOIN account a ON a.id = s.user_id
       WHERE ($1::int IS NULL OR s.realm_id = $1) AND s.user_id > $2 AND ${HOLDS} ORDER BY s.user_id LIMIT $3`,
      [realmId, afterUserId, limit],
    );
  }

  /** With what has come back, which else would count on. @param userIds null for all @returns how many were suspended */
  async end(realmId: number | null, userIds: readonly number[] | null): Promise<number> {
    const [row] = await this.database.query<{ ended: number }>(
      'mail_suspensions_end',
      `WITH ended AS (
         DELETE FROM mail_suspension
         WHERE ($1::int IS NULL OR realm_id = $1) AND ($2::int8[] IS NULL OR user_id = ANY ($2)) RETURNING user_id),
       forgotten AS (DELETE FROM mail_bounce b USING ended e WHERE b.user_id = e.user_id)
       SELECT count(*) AS ended FROM ended`,
      [realmId, userIds],
    );
    return row?.ended ?? 0;
  }

  /**
   * The suspension that a user of the organization has; undefined if mails are sent.
   * @param userId that somebody claims: it may be larger than ids are
   */
  async ofUser(realmId: number, userId: number): Promise<SuspendedAddress | undefined> {
    const [row] = await this.database.query<SuspendedAddress & Record<string, unknown>>(
      'mail_suspension_of_user',
      `SELECT s.user_id AS "userId", s.address, floor(extract(epoch FROM s.since) * 1000)::int8 AS "sinceMs"
       FROM mail_suspension s JOIN account a ON a.id = s.user_id
       WHERE s.user_id = $2::int8 AND s.realm_id = $1 AND a.is_active AND ${HOLDS}`,
      [realmId, userId],
    );
    return row;
  }

  /** Orders a mail to the address, unless there was one a moment ago. */
  orderCheck({ userId, sinceMs }: SuspendedAddress): Promise<MailOfRealm[]> {
    const { kind, facts }: AccountMail = { kind: 'address_check', facts: { sinceMs } };
    return this.database.query<MailOfRealm & Record<string, unknown>>(
      'mail_suspension_check',
      `WITH asked AS (
         UPDATE mail_suspension SET checked_at = now()
         WHERE user_id = $1 AND (checked_at IS NULL OR checked_at < now() - ${CHECKS_APART})
         RETURNING realm_id, user_id)
       INSERT INTO mail_job (realm_id, user_id, kind, facts) SELECT realm_id, user_id, $2, $3::jsonb FROM asked
       RETURNING id, realm_id AS "realmId"`,
      [userId, kind, JSON.stringify(facts)],
    );
  }
}
