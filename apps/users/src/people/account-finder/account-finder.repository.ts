import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';

/** An account of a person, and the organization that it is of. */
export interface FoundAccount extends RowOf<'Account', 'id' | 'deliveryEmail' | 'defaultLanguage' | 'timezone'> {
  organization: string;
  stringId: string;
  customHost: string | null;
}

@Injectable()
export class AccountFinderRepository {
  constructor(private readonly database: Database) {}

  /** Active accounts of people with the addresses, regardless of case, in organizations that are there. */
  accounts(emails: readonly string[]): Promise<FoundAccount[]> {
    return this.database.query<FoundAccount & Record<string, unknown>>(
      'account_finder_accounts',
      `SELECT a.id, a.delivery_email AS "deliveryEmail", a.default_language AS "defaultLanguage", a.timezone,
         r.name AS organization, r.string_id AS "stringId",
         (SELECT min(h.host) FROM realm_host h WHERE h.realm_id = r.id) AS "customHost"
       FROM account a JOIN realm r ON r.id = a.realm_id
       WHERE lower(a.delivery_email) = ANY($1::text[]) AND a.is_active AND NOT a.is_bot
         AND r.deactivated_at IS NULL AND NOT r.is_internal
       ORDER BY r.name, a.id`,
      [emails.map((email) => email.toLowerCase())],
    );
  }
}
