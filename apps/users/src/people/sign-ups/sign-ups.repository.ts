import { Injectable } from '@nestjs/common';
import { AccountPlacement, Database, RowOf, WriteTransaction } from '@stoa/database';
import { LinkFacts, Role } from '@stoa/policy';

/** What somebody who signs up gets, and by what. */
export interface SignUpTerms extends LinkFacts {
  /** Null for reusable links: a visitor names an address first. */
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
  /** Of that reusable invitation. */
  linkKey: string | null;
  confirmationId: number | null;
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

interface FactsRow {
  is_used: boolean;
  is_revoked: boolean;
  is_expired: boolean;
}

interface TermsRow extends FactsRow, RowOf<'Invitation', TermsColumn>, RowOf<'MultiuseInvitation', TermsColumn> {
  email: string | null;
  confirmation_id: number | null;
  notify_referrer_on_join: boolean;
  /** Of reusable invitations. */
  link_key?: string;
}

type ConfirmationRow = FactsRow &
  Partial<Record<TermsColumn | 'link_key', unknown>> & {
    confirmation_id: number;
    email: string | null;
    notify_referrer_on_join: boolean | null;
  };

const KIND = 'sign_up';
const OPEN = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';
const TERMS = `invited_by_user_id, invited_as, channel_ids, group_ids, include_realm_default_subscriptions,
  welcome_message_custom_text`;
const STATE = 'revoked_at IS NOT NULL AS is_revoked, COALESCE(expires_at <= now(), false) AS is_expired';

/** What links lead to, for people who have no account yet. */
@Injectable()
export class SignUpsRepository {
  constructor(private readonly database: Database) {}

  async isInvitationRequired(realmId: number): Promise<boolean> {
    const [row] = await this.database.query<RowOf<'Realm', 'invite_required'>>(
      'sign_up_realm',
      'SELECT invite_required FROM realm WHERE id = $1',
      [realmId],
    );
    return row?.invite_required ?? true;
  }

  /** An invitation by mail, whatever has become of it. */
  async invitation(realmId: number, key: string): Promise<SignUpTerms | undefined> {
    const [row] = await this.database.query<TermsRow & Record<string, unknown>>(
      'sign_up_invitation',
      `SELECT id, email, NULL::int AS confirmation_id, ${TERMS}, ${STATE}, used_at IS NOT NULL AS is_used, notify_referrer_on_join
       FROM invitation WHERE realm_id = $1 AND confirmation_key = $2`,
      [realmId, key],
    );
    return row && termsOf(row, 'invitation');
  }

  /** The newest open invitation to an address. */
  async openInvitation(realmId: number, email: string): Promise<SignUpTerms | undefined> {
    const [row] = await this.database.query<TermsRow & { email: string } & Record<string, unknown>>(
      'sign_up_open_invitation',
      `SELECT id, email, NULL::int AS confirmation_id, ${TERMS}, ${STATE}, false AS is_used, notify_referrer_on_join
       FROM invitation WHERE realm_id = $1 AND lower(email) = lower($2) AND used_at IS NULL AND ${OPEN}
       ORDER BY id DESC LIMIT 1`,
      [realmId, email],
    );
    return row && termsOf(row, 'invitation');
  }

  /** A reusable invitation, whatever has become of it. */
  async link(realmId: number, key: string): Promise<SignUpTerms | undefined> {
    const [row] = await this.database.query<TermsRow & Record<string, unknown>>(
      'sign_up_link',
      `SELECT id, link_key, NULL AS email, NULL::int AS confirmation_id, ${TERMS}, ${STATE}, false AS is_used,
         true AS notify_referrer_on_join
       FROM multiuse_invitation WHERE realm_id = $1 AND link_key = $2`,
      [realmId, key],
    );
    return row && termsOf(row, 'link');
  }

  /** An address that was confirmed by opening the link in a mail; a reusable invitation that ended ends it, too. */
  async confirmation(realmId: number, keyHash: Buffer): Promise<SignUpTerms | undefined> {
    const [row] = await this.database.query<ConfirmationRow>(
      'sign_up_confirmation',
      `SELECT c.id AS confirmation_id, c.data->>'email' AS email, l.*, c.used_at IS NOT NULL AS is_used,
         CASE WHEN c.data->>'link_id' IS NULL THEN false ELSE COALESCE(s.is_revoked, true) END AS is_revoked,
         c.expires_at <= now() OR COALESCE(s.is_expired, false) AS is_expired
       FROM confirmation c LEFT JOIN LATERAL (
         SELECT id, link_key, ${TERMS}, true AS notify_referrer_on_join FROM multiuse_invitation
         WHERE id = (c.data->>'link_id')::int AND realm_id = c.realm_id) l ON true
       LEFT JOIN LATERAL (SELECT ${STATE} FROM multiuse_invitation WHERE id = l.id) s ON true
       WHERE c.realm_id = $1 AND c.key_hash = $2 AND c.kind = '${KIND}'`,
      [realmId, keyHash],
    );
    if (!row) return undefined;
    const { confirmation_id: confirmationId, email } = row;
    if (isTermsRow(row)) return termsOf(row, 'link');
    const nobody = { welcomeText: null, inviterId: null, referrerId: null };
    const nothing = { invitationId: null, linkId: null, linkKey: null };
    return { ...nobody, ...nothing, ...factsOf(row), email, role: Role.Member, confirmationId };
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

function isTermsRow(row: Partial<Record<TermsColumn, unknown>>): row is TermsRow {
  return row.id !== undefined && row.id !== null;
}

function factsOf(row: FactsRow): LinkFacts {
  return { isUsed: row.is_used, isRevoked: row.is_revoked, isExpired: row.is_expired };
}

function termsOf(row: TermsRow, kind: 'invitation' | 'link'): SignUpTerms {
  return {
    ...factsOf(row),
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
    linkKey: row.link_key ?? null,
    confirmationId: row.confirmation_id,
  };
}
