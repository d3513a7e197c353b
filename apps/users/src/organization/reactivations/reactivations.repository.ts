import { Injectable } from '@nestjs/common';
import { Database, type RowOf, type WriteTransaction, setKeys } from '@stoa/database';
import { Role } from '@stoa/policy';

/** Somebody who may activate a deactivated organization. */
export interface FormerOwner extends RowOf<'Account', 'id' | 'deliveryEmail' | 'defaultLanguage' | 'timezone'> {
  /** Its name. */
  organization: string;
}

const KIND = 'realm_reactivation';
const OWNER = `a.role = ${Role.Owner} AND a.is_active AND NOT a.is_bot`;
/** Made since the organization went out of use, for somebody who is still its owner. */
const OPEN = `c.kind = '${KIND}' AND c.used_at IS NULL AND c.expires_at > now() AND EXISTS (
  SELECT FROM realm r JOIN account a ON a.realm_id = r.id
  WHERE r.id = c.realm_id AND r.deactivated_at <= c.created_at AND a.id = c.user_id AND ${OWNER})`;

/** Links by which owners activate their organization again. */
@Injectable()
export class ReactivationsRepository {
  constructor(private readonly database: Database) {}

  /** Nobody, for an organization that is active. */
  owners(realmId: number): Promise<FormerOwner[]> {
    return this.database.query<FormerOwner & Record<string, unknown>>(
      'reactivation_owners',
      `SELECT a.id, a.delivery_email AS "deliveryEmail", a.default_language AS "defaultLanguage", a.timezone,
         r.name AS organization
       FROM account a JOIN realm r ON r.id = a.realm_id
       WHERE a.realm_id = $1 AND r.deactivated_at IS NOT NULL AND ${OWNER} ORDER BY a.id`,
      [realmId],
    );
  }

  /** Links that were made before die. */
  async replace(tx: WriteTransaction, links: readonly { userId: number; keyHash: Buffer }[]): Promise<void> {
    await tx.query(
      `UPDATE confirmation SET expires_at = now() WHERE realm_id = $1 AND kind = '${KIND}' AND used_at IS NULL`,
      [tx.realmId],
    );
    await tx.query(
      `INSERT INTO confirmation (kind, realm_id, user_id, key_hash, expires_at)
       SELECT '${KIND}', $1, l.user_id, l.key_hash, now() + interval '1 day'
       FROM unnest($2::int[], $3::bytea[]) AS l (user_id, key_hash)`,
      [tx.realmId, links.map(({ userId }) => userId), links.map(({ keyHash }) => keyHash)],
    );
  }

  async isOpen(realmId: number, keyHash: Buffer): Promise<boolean> {
    const rows = await this.database.query(
      'reactivation_open',
      `SELECT FROM confirmation c WHERE c.realm_id = $1 AND c.key_hash = $2 AND ${OPEN}`,
      [realmId, keyHash],
    );
    return rows.length > 0;
  }

  /**
   * Activates the organization by a link, once; it is deleted no more.
   * @returns whose link it was; undefined for one that leads nowhere: then nothing has changed
   */
  async apply(tx: WriteTransaction, keyHash: Buffer): Promise<number | undefined> {
    const [row] = await tx.query<{ user_id: number | null }>(
      `WITH used AS (
         UPDATE confirmation c SET used_at = now() WHERE c.realm_id = $1 AND c.key_hash = $2 AND ${OPEN}
         RETURNING c.user_id)
       UPDATE realm r SET deactivated_at = NULL, scheduled_deletion_at = NULL FROM used WHERE r.id = $1
       RETURNING used.user_id`,
      [tx.realmId, keyHash],
    );
    if (row) tx.bump(setKeys.realmSettings(tx.realmId));
    return row?.user_id ?? undefined;
  }
}
