import { Injectable } from '@nestjs/common';
import { Database, GroupKind, RowOf, WriteTransaction } from '@stoa/database';
import { GROUP_PERMISSION_SETTINGS, ManagedGroup } from '@stoa/policy';
import type { SentInvitations } from './daily-invitations';
import type { InvitationTerms } from './invitation-terms';

/** What the organization says about who invites. */
export interface InvitingRules extends RowOf<'Realm', 'canInviteUsersGroup' | 'createMultiuseInviteGroup'> {
  isInvitationRequired: boolean;
  defaultChannelIds: number[];
}

/** An invitation or a link, in any state. */
export interface StoredInvitation {
  id: number;
  invitedByUserId: number;
  invitedAs: number;
  /** "" for links. */
  email: string;
  key: string;
  isOpen: boolean;
}

/** Columns of the lists that invitations by mail and by link have in common. */
type ListedColumn = 'id' | 'invited_by_user_id' | 'invited_as';

/** A row of the lists of `GET /invites`. */
export interface ListedInvitation extends RowOf<'Invitation', ListedColumn>, RowOf<'MultiuseInvitation', ListedColumn> {
  invited: number;
  expiry_date: number | null;
}
export type ListedMailInvitation = ListedInvitation & RowOf<'Invitation', 'email' | 'notify_referrer_on_join'>;
export type ListedLink = ListedInvitation & { key: string };

/** Not used, revoked or expired. */
const OPEN_INVITATION = 'used_at IS NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';
const OPEN_LINK = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';
const LISTED = `id, invited_by_user_id, floor(extract(epoch FROM invited_at))::int8 AS invited,
  floor(extract(epoch FROM expires_at))::int8 AS expiry_date, invited_as`;
const TERMS = `invited_as, expires_at, channel_ids, group_ids, include_realm_default_subscriptions,
  welcome_message_custom_text`;
const TERM_VALUES = 'now() + make_interval(mins => $4::int), $5::int[], $6::int[], $7::boolean, $8::text';

/** Invitations by mail, and reusable links. */
@Injectable()
export class InvitationsRepository {
  constructor(private readonly database: Database) {}

  async rules(tx: WriteTransaction): Promise<InvitingRules> {
    const [row] = await tx.query<InvitingRules & Record<string, unknown>>(
      `SELECT can_invite_users_group AS "canInviteUsersGroup", create_multiuse_invite_group AS "createMultiuseInviteGroup",
         invite_required AS "isInvitationRequired",
         ARRAY(SELECT channel_id FROM default_channel WHERE realm_id = r.id) AS "defaultChannelIds"
       FROM realm r WHERE id = $1`,
      [tx.realmId],
    );
    if (!row) throw new Error(`there is no organization ${tx.realmId}`);
    return row;
  }

  /** Active named and system groups among these. */
  groups(tx: WriteTransaction, groupIds: readonly number[]): Promise<ManagedGroup[]> {
    return tx.query<ManagedGroup & Record<string, unknown>>(
      `SELECT id, kind = ${GroupKind.System} AS "isSystemGroup", ${Object.keys(GROUP_PERMISSION_SETTINGS).join(', ')}
       FROM user_group
       WHERE realm_id = $1 AND id = ANY($2::bigint[]) AND kind <> ${GroupKind.Anonymous} AND NOT deactivated`,
      [tx.realmId, groupIds],
    );
  }

  /** Who has which of the addresses: accounts of the organization and system bots, by address in lower case. */
  async holders(
    realmId: number,
    emails: readonly string[],
  ): Promise<Map<string, { isActive: boolean; isSystemBot: boolean }>> {
    const rows = await this.database.query<RowOf<'Account', 'isActive' | 'isSystemBot'> & { email: string }>(
      'invitations_holders',
      `SELECT lower(delivery_email) AS email, is_active AS "isActive", is_system_bot AS "isSystemBot" FROM account
       WHERE lower(delivery_email) = ANY($2::text[]) AND (realm_id = $1 OR is_system_bot)`,
      [realmId, emails.map((email) => email.toLowerCase())],
    );
    return new Map(rows.map((row) => [row.email, row]));
  }

  /** Mails of the last day; whoever adds some holds the organization's lock. */
  async sentInADay(tx: WriteTransaction, inviterId: number): Promise<SentInvitations> {
    const [row] = await tx.query<SentInvitations & Record<string, unknown>>(
      `SELECT COALESCE(sum(sends), 0)::int AS "byOrganization",
         COALESCE(sum(sends) FILTER (WHERE invited_by_user_id = $2), 0)::int AS "byInviter"
       FROM invitation WHERE realm_id = $1 AND COALESCE(last_sent_at, invited_at) > now() - interval '1 day'`,
      [tx.realmId, inviterId],
    );
    if (!row) throw new Error('a sum is one row');
    return row;
  }

  async noteSent(tx: WriteTransaction, id: number): Promise<void> {
    await tx.query(
      `UPDATE invitation SET last_sent_at = now(), returned_at = NULL,
         sends = CASE WHEN COALESCE(last_sent_at, invited_at) > now() - interval '1 day' THEN sends + 1 ELSE 1 END
       WHERE id = $1`,
      [id],
    );
  }

  /** @param keys one per address @returns ids, in the order of the addresses */
  async insert(
    tx: WriteTransaction,
    invitation: {
      inviterId: number;
      terms: InvitationTerms;
      emails: readonly string[];
      keys: readonly string[];
      notifiesReferrer: boolean;
    },
  ): Promise<number[]> {
    const { inviterId, terms, emails, keys, notifiesReferrer } = invitation;
    const rows = await tx.query<RowOf<'Invitation', 'id'> & { key: string }>(
      `INSERT INTO invitation (realm_id, invited_by_user_id, ${TERMS}, notify_referrer_on_join, email, confirmation_key)
       SELECT $1, $2, $3, ${TERM_VALUES}, $9, n.email, n.key FROM unnest($10::text[], $11::text[]) AS n (email, key)
       RETURNING id, confirmation_key AS key`,
      [tx.realmId, inviterId, ...termValues(terms), notifiesReferrer, emails, keys],
    );
    const ids = new Map(rows.map(({ id, key }) => [key, id]));
    return keys.flatMap((key) => ids.get(key) ?? []);
  }

  async insertLink(tx: WriteTransaction, inviterId: number, terms: InvitationTerms, key: string): Promise<void> {
    await tx.query(
      `INSERT INTO multiuse_invitation (realm_id, invited_by_user_id, ${TERMS}, link_key)
       SELECT $1, $2, $3, ${TERM_VALUES}, $9`,
      [tx.realmId, inviterId, ...termValues(terms), key],
    );
  }

  /** @param inviterId null: those of everybody */
  listed(realmId: number, inviterId: number | null): Promise<ListedMailInvitation[]> {
    return this.database.query<ListedMailInvitation & Record<string, unknown>>(
      'invitations_listed',
      `SELECT ${LISTED}, email, notify_referrer_on_join FROM invitation
       WHERE realm_id = $1 AND ($2::int IS NULL OR invited_by_user_id = $2) AND ${OPEN_INVITATION} ORDER BY id`,
      [realmId, inviterId],
    );
  }

  listedLinks(realmId: number, inviterId: number | null): Promise<ListedLink[]> {
    return this.database.query<ListedLink & Record<string, unknown>>(
      'invitations_listed_links',
      `SELECT ${LISTED}, link_key AS key FROM multiuse_invitation
       WHERE realm_id = $1 AND ($2::int IS NULL OR invited_by_user_id = $2) AND ${OPEN_LINK} ORDER BY id`,
      [realmId, inviterId],
    );
  }

  async find(tx: WriteTransaction, id: number, isMultiuse: boolean): Promise<StoredInvitation | undefined> {
    const [table, email, key, open] = isMultiuse
      ? ['multiuse_invitation', `''`, 'link_key', OPEN_LINK]
      : ['invitation', 'email', 'confirmation_key', OPEN_INVITATION];
    const [row] = await tx.query<StoredInvitation & Record<string, unknown>>(
      `SELECT id, invited_by_user_id AS "invitedByUserId", invited_as AS "invitedAs", ${email} AS email, ${key} AS key,
         ${open} AS "isOpen" FROM ${table} WHERE realm_id = $1 AND id = $2::bigint FOR UPDATE`,
      [tx.realmId, id],
    );
    return row;
  }

  async revoke(tx: WriteTransaction, id: number, isMultiuse: boolean): Promise<void> {
    const table = isMultiuse ? 'multiuse_invitation' : 'invitation';
    await tx.query(`UPDATE ${table} SET revoked_at = now() WHERE id = $1`, [id]);
  }
}

/** Values of the columns in `TERMS`. */
function termValues(terms: InvitationTerms): unknown[] {
  const { invitedAs, expiresInMinutes, channelIds, groupIds, includeDefaultChannels, welcomeText } = terms;
  return [invitedAs, expiresInMinutes, channelIds, groupIds, includeDefaultChannels, welcomeText];
}
