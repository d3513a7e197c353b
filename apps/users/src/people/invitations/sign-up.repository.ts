import { Injectable } from '@nestjs/common';
import { AccountPlacement, Database, RowOf, WriteTransaction } from '@stoa/database';
import { Role } from '@stoa/policy';

/** What somebody who signs up gets, and by what. */
export interface SignUpTerms {
  /** Undefined for reusable links: a visitor names an address first. */
  email: string | null;
  role: number;
  /** Undefined: nobody invited; the account begins in the default channels. */
  placement?: AccountPlacement;
  welcomeText: string | null;
  inviterId: number | null;
  referrerId: number | null;
  /** The rows that are used up with it. */
  invitationId: number | null;
  linkId: number | null;
  confirmationId: number | null;
}

/** An organization as somebody without an account meets it. */
export interface SignUpRealm {
  name: string;
  language: string;
  isDeactivated: boolean;
  isInvitationRequired: boolean;
}

/** Columns that invitations by mail and by link have in common. */
type TermsColumn =
  | 'id'
  | 'invited_by_user_id'
  | 'invited_as'
  | 'channel_ids'
  | 'group_ids'
  | 'include_realm_default_subscriptions'
  | 'welcome_message_custom_text';

interface TermsRow extends RowOf<'Invitation', TermsColumn>, RowOf<'MultiuseInvitation', TermsColumn> {
  email: string | null;
  confirmation_id: number | null;
  notify_referrer_on_join: boolean;
}

const KIND = 'sign_up';
const OPEN = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';
const TERMS = `invited_by_user_id, invited_as, channel_ids, group_ids, include_realm_default_subscriptions,
  welcome_message_custom_text`;

/** What links lead to, for people who have no account yet. */
@Injectable()
export class SignUpRepository {
  constructor(private readonly database: Database) {}

  async realm(realmId: number): Promise<SignUpRealm | undefined> {
    const [row] = await this.database.query<SignUpRealm & Record<string, unknown>>(
      'sign_up_realm',
      `SELECT name, default_language AS language, deactivated_at IS NOT NULL AS "isDeactivated", invite_required AS "isInvitationRequired"
       FROM realm WHERE id = $1 AND NOT is_internal`,
      [realmId],
    );
    return row;
  }

  /** An open invitation by mail. */
  async invitation(realmId: number, key: string): Promise<SignUpTerms | undefined> {
    const [row] = await this.database.query<TermsRow & Record<string, unknown>>(
      'sign_up_invitation',
      `SELECT id, email, NULL::int AS confirmation_id, ${TERMS}, notify_referrer_on_join FROM invitation
       WHERE realm_id = $1 AND confirmation_key = $2 AND used_at IS NULL AND ${OPEN}`,
      [realmId, key],
    );
    return row && termsOf(row, 'invitation');
  }

  /** An open reusable invitation. */
  async link(realmId: number, key: string): Promise<SignUpTerms | undefined> {
    const [row] = await this.database.query<TermsRow & Record<string, unknown>>(
      'sign_up_link',
      `SELECT id, NULL AS email, NULL::int AS confirmation_id, ${TERMS}, true AS notify_referrer_on_join
       FROM multiuse_invitation WHERE realm_id = $1 AND link_key = $2 AND ${OPEN}`,
      [realmId, key],
    );
    return row && termsOf(row, 'link');
  }

  /** An address that was confirmed by opening the link in a mail; its reusable invitation, if it has one, is still open. */
  async confirmation(realmId: number, keyHash: Buffer): Promise<SignUpTerms | undefined> {
    const [row] = await this.database.query<Partial<TermsRow> & Record<string, unknown>>(
      'sign_up_confirmation',
      `SELECT c.id AS confirmation_id, c.data->>'email' AS email, l.*
       FROM confirmation c LEFT JOIN LATERAL (
         SELECT id, ${TERMS}, true AS notify_referrer_on_join FROM multiuse_invitation
         WHERE id = (c.data->>'link_id')::int AND realm_id = c.realm_id AND ${OPEN}) l ON true
       WHERE c.realm_id = $1 AND c.key_hash = $2 AND c.kind = '${KIND}' AND c.used_at IS NULL AND c.expires_at > now()
         AND (l.id IS NOT NULL OR c.data->>'link_id' IS NULL)`,
      [realmId, keyHash],
    );
    if (!row) return undefined;
    const { confirmation_id: confirmationId = null, email = null } = row;
    if (isTermsRow(row)) return termsOf(row, 'link');
    const nobody = { welcomeText: null, inviterId: null, referrerId: null, invitationId: null, linkId: null };
    return { ...nobody, email, role: Role.Member, confirmationId };
  }

  async confirm(tx: WriteTransaction, keyHash: Buffer, email: string, linkId: number | null): Promise<void> {
    await tx.query(
      `INSERT INTO confirmation (kind, realm_id, key_hash, data, expires_at)
       VALUES ('${KIND}', $1, $2, $3, now() + interval '1 day')`,
      [tx.realmId, keyHash, JSON.stringify({ email, link_id: linkId })],
    );
  }

  /** Uses up what leads to an account. @returns false if it leads nowhere any more */
  async use(tx: WriteTransaction, { invitationId, linkId, confirmationId }: SignUpTerms): Promise<boolean> {
    const [row] = await tx.query<{ used: boolean }>(
      `WITH invited AS (UPDATE invitation SET used_at = now() WHERE id = $1 AND used_at IS NULL AND ${OPEN} RETURNING 1),
       linked AS (SELECT FROM multiuse_invitation WHERE id = $2 AND ${OPEN} FOR SHARE),
       confirmed AS (UPDATE confirmation SET used_at = now() WHERE id = $3 AND used_at IS NULL RETURNING 1)
       SELECT ($1::int IS NULL OR EXISTS (SELECT FROM invited)) AND ($2::int IS NULL OR EXISTS (SELECT FROM linked))
         AND ($3::int IS NULL OR EXISTS (SELECT FROM confirmed)) AS used`,
      [invitationId, linkId, confirmationId],
    );
    return row?.used ?? false;
  }
}

function isTermsRow(row: Partial<TermsRow>): row is TermsRow {
  return row.id !== undefined && row.id !== null;
}

function termsOf(row: TermsRow, kind: 'invitation' | 'link'): SignUpTerms {
  return {
    email: row.email,
    role: row.invited_as,
    placement: {
      channelIds: row.channel_ids,
      withDefaultChannels: row.include_realm_default_subscriptions,
      groupIds: row.group_ids,
    },
    welcomeText: row.welcome_message_custom_text,
    inviterId: row.invited_by_user_id,
    referrerId: row.notify_referrer_on_join ? row.invited_by_user_id : null,
    invitationId: kind === 'invitation' ? row.id : null,
    linkId: kind === 'link' ? row.id : null,
    confirmationId: row.confirmation_id,
  };
}
