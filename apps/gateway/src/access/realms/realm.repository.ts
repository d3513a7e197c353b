import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import type { ShownProvider } from '@stoa/policy';
import { GatewayEnvironment } from '../../gateway-environment';
import { RealmFacts, RealmStore } from './realm-store';

interface RealmRow extends RowOf<
  'Realm',
  | 'id'
  | 'partition'
  | 'string_id'
  | 'name'
  | 'rendered_description'
  | 'icon_source'
  | 'icon_version'
  | 'deactivated_redirect'
> {
  is_deactivated: boolean;
  admits_spectators: boolean;
  needs_browser: boolean;
  has_directory: boolean;
  authentication_methods: Record<string, boolean>;
  sign_in_buttons: ShownProvider[];
  custom_host: string | null;
  access_version: number;
}

/** Organizations on it have no channels that are open to the web. */
const LIMITED_PLAN = 2;

const FIND_BY_SUBDOMAIN = `
  SELECT id, partition, string_id, name, rendered_description, icon_source, icon_version,
         deactivated_at IS NOT NULL AS is_deactivated, deactivated_redirect, authentication_methods,
         enable_spectator_access AND plan_type <> ${LIMITED_PLAN} AS admits_spectators,
         (SELECT COALESCE(jsonb_agg(jsonb_build_object('kind', kind, 'name', name, 'display_name', display_name,
                   'display_icon', display_icon) ORDER BY id), '[]')
            FROM sign_in_provider WHERE realm_id = realm.id) AS sign_in_buttons,
         require_second_factor OR EXISTS (
           SELECT FROM totp_factor JOIN account ON account.id = totp_factor.user_id
            WHERE account.realm_id = realm.id AND totp_factor.confirmed_at IS NOT NULL) AS needs_browser,
         EXISTS (SELECT FROM ldap_directory WHERE realm_id = realm.id) AS has_directory,
         (SELECT min(host) FROM realm_host WHERE realm_id = realm.id) AS custom_host,
         COALESCE((SELECT version FROM set_version WHERE key = 'realm:' || realm.id || ':access'), 0) AS access_version
    FROM realm
   WHERE string_id = $1 AND NOT is_internal`;

const FIND_SUBDOMAIN_OF_HOST = `
  SELECT string_id FROM realm_host JOIN realm ON realm.id = realm_host.realm_id WHERE host = $1`;

@Injectable()
export class RealmRepository extends RealmStore {
  constructor(
    private readonly database: Database,
    private readonly environment: GatewayEnvironment,
  ) {
    super();
  }

  override async findBySubdomain(subdomain: string): Promise<RealmFacts | undefined> {
    const [row] = await this.database.query<RealmRow>('gateway_realm_by_subdomain', FIND_BY_SUBDOMAIN, [subdomain]);
    return (
      row && {
        id: row.id,
        accessVersion: row.access_version,
        partition: row.partition,
        stringId: row.string_id,
        name: row.name,
        renderedDescription: row.rendered_description,
        iconSource: row.icon_source,
        iconVersion: row.icon_version,
        isDeactivated: row.is_deactivated,
        deactivatedRedirect: row.deactivated_redirect,
        isSpectatorAccessEnabled: row.admits_spectators && this.environment.STOA_WEB_PUBLIC_CHANNELS,
        needsBrowserSignIn: row.needs_browser,
        hasDirectory: row.has_directory,
        authenticationMethods: row.authentication_methods,
        signInButtons: row.sign_in_buttons,
        customHost: row.custom_host,
      }
    );
  }

  override async findSubdomainOfHost(host: string): Promise<string | undefined> {
    const name = 'gateway_subdomain_of_host';
    const [row] = await this.database.query<RowOf<'Realm', 'string_id'>>(name, FIND_SUBDOMAIN_OF_HOST, [host]);
    return row?.string_id;
  }
}
