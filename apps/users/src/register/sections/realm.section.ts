import { REPORT_TYPES, ReportType } from '@stoa/contracts/messages';
import { REALM_SETTING_SCHEMAS, realmSettingColumn } from '@stoa/contracts/organization';
import { realmScope } from '@stoa/fragments';
import {
  REALM_PERMISSION_SETTINGS,
  RealmPermissionSetting,
  SERVER_SUPPORTED_PERMISSION_SETTINGS,
  mailDomain,
  offeredBackends,
  realmIconUrl,
  realmLogoUrl,
} from '@stoa/policy';
import { textsIn } from '@stoa/texts';
import { type SharedText, sharedConstant, sharedText } from '../../shared/state/shared-text';
import type { StateWriter } from '../../shared/state/state-writer';
import { GroupSet } from '../state/group-set';
import { CoreRow, RealmJson } from '../state/register-rows';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../state/register-state';
import {
  DEFAULT_EXTERNAL_ACCOUNTS,
  GIF_RATING_OPTIONS,
  SERVER_LIMITS,
  ServerFacts,
  THUMBNAIL_FORMATS,
} from '../../shared/realm-facts/server-facts';

/** What the section is made of; nothing in it depends on who asks, but for spectators and the language. */
export interface RealmSectionInput {
  core: CoreRow;
  groups: GroupSet;
  server: ServerFacts;
  host: string;
  /** Of who asks. */
  language: string;
  isSpectator: boolean;
}

type Fields = Record<string, unknown>;

/** `server_supported_permission_settings`. */
const SUPPORTED_PERMISSIONS = sharedConstant(
  'server_supported_permission_settings',
  SERVER_SUPPORTED_PERMISSION_SETTINGS,
);

/** The organization and server bundle: organization.md 4.8, complete. */
export function writeRealm(input: RealmSectionInput, writer: StateWriter): void {
  writer.sharedFields(realmText(input));
  writer.shared('server_supported_permission_settings', SUPPORTED_PERMISSIONS);
}

interface KnownTexts {
  groups: GroupSet;
  /** By what else they depend on. */
  texts: Map<string, SharedText>;
}

/** By the realm's row, which is the same object until it changes. */
const knownTexts = new WeakMap<RealmJson, KnownTexts>();
/** Of one organization; there are as many as languages, and one more for spectators, until something else changes. */
const MOST_TEXTS = 100;

/** The members of the section, made once for all who see them so. */
function realmText(input: RealmSectionInput): SharedText {
  const { core, groups, host, language, isSpectator } = input;
  const { realm, sign_in_kinds, generation, push_enabled, push_enabled_end } = core;
  let known = knownTexts.get(realm);
  if (known?.groups !== groups || known.texts.size >= MOST_TEXTS) {
    known = { groups, texts: new Map() };
    knownTexts.set(realm, known);
  }
  const key = JSON.stringify([host, language, isSpectator, sign_in_kinds, generation, push_enabled, push_enabled_end]);
  const name = `in ${language}${isSpectator ? ' for spectators' : ''}`;
  const make = (): SharedText =>
    sharedText(realmScope(realm.id), name, JSON.stringify(realmFields(input)).slice(1, -1));
  const text = known.texts.get(key) ?? make();
  known.texts.set(key, text);
  return text;
}

function realmFields(input: RealmSectionInput): Fields {
  const { realm } = input.core;
  return {
    ...settingFields(realm, input.server),
    ...permissionFields(realm, input.groups),
    ...legacyPolicyFields(realm, input.groups),
    ...identityFields(input),
    ...integrationFields(input),
    ...serverFields(input.server, input.language),
    server_generation: input.core.generation,
    ...(input.isSpectator ? { realm_allow_message_editing: false, realm_presence_disabled: true } : {}),
  };
}

function settingFields(realm: RealmJson, { sendsDigests }: ServerFacts): Fields {
  const settings = Object.keys(REALM_SETTING_SCHEMAS).map((name) => [
    `realm_${name}`,
    realm[realmSettingColumn(name)] ?? null,
  ]);
  return {
    ...Object.fromEntries(settings),
    realm_digest_emails_enabled: realm.digest_emails_enabled && sendsDigests,
    realm_service_update_announcements_stream_id: realm.zulip_update_announcements_stream_id,
    realm_mandatory_topics: realm.topics_policy === 'disable_empty_topic',
    realm_allow_edit_history: realm.message_edit_history_visibility_policy !== 'none',
    realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
  };
}

function permissionSettings(): RealmPermissionSetting[] {
  return Object.keys(REALM_PERMISSION_SETTINGS) as RealmPermissionSetting[];
}

function permissionFields(realm: RealmJson, groups: GroupSet): Fields {
  return Object.fromEntries(
    permissionSettings().map((name) => [`realm_${name}`, groups.valueOf(permissionGroup(realm, groups, name))]),
  );
}

function permissionGroup(realm: RealmJson, groups: GroupSet, name: RealmPermissionSetting): number {
  return realm[name] ?? groups.graph.idOf(REALM_PERMISSION_SETTINGS[name].defaultGroup);
}

/** Codes of the policies that permission settings replaced; other groups count as the broadest code. */
const CREATE_POLICY = { 'role:members': 1, 'role:administrators': 2, 'role:fullmembers': 3, 'role:moderators': 4 };
const WEB_PUBLIC_POLICY = { 'role:administrators': 2, 'role:moderators': 4, 'role:nobody': 6, 'role:owners': 7 };
const MENTION_POLICY = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};

function legacyPolicyFields(realm: RealmJson, groups: GroupSet): Fields {
  const code = (setting: RealmPermissionSetting, codes: Record<string, number>, broadest: number): number =>
    codes[groups.systemNameOf(permissionGroup(realm, groups, setting)) ?? ''] ?? broadest;
  return {
    realm_create_public_stream_policy: code('can_create_public_channel_group', CREATE_POLICY, 1),
    realm_create_private_stream_policy: code('can_create_private_channel_group', CREATE_POLICY, 1),
    realm_create_web_public_stream_policy: code('can_create_web_public_channel_group', WEB_PUBLIC_POLICY, 4),
    realm_wildcard_mention_policy: code('can_mention_many_users_group', MENTION_POLICY, 1),
  };
}

const LIMITED_PLAN = 2;

function identityFields({ core, server, host }: RealmSectionInput): Fields {
  const { realm } = core;
  const url = `${server.externalScheme}://${host}`;
  const offered = offeredBackends(server.isDevelopment, core.sign_in_kinds);
  const methods = authenticationMethods(realm.authentication_methods, offered);
  const deletion = realm.demo_organization_scheduled_deletion_at;
  return {
    realm_uuid: realm.uuid,
    realm_url: url,
    realm_uri: url,
    realm_date_created: unixSeconds(realm.date_created),
    realm_icon_url: realmIconUrl({
      realmId: realm.id,
      stringId: realm.string_id,
      iconSource: realm.icon_source,
      iconVersion: realm.icon_version,
    }),
    realm_icon_source: realm.icon_source,
    realm_logo_url: realmLogoUrl(realm.id, { source: realm.logo_source, version: realm.logo_version, isNight: false }),
    realm_logo_source: realm.logo_source,
    realm_night_logo_url: realmLogoUrl(realm.id, {
      source: realm.night_logo_source,
      version: realm.night_logo_version,
      isNight: true,
    }),
    realm_night_logo_source: realm.night_logo_source,
    realm_authentication_methods: methods,
    realm_email_auth_enabled: methods.Email?.enabled ?? false,
    realm_password_auth_enabled: (methods.Email?.enabled || methods.LDAP?.enabled) ?? false,
    realm_bot_domain: mailDomain(host),
    realm_plan_type: realm.plan_type,
    zulip_plan_is_not_limited: realm.plan_type !== LIMITED_PLAN,
    service_plan_is_not_limited: realm.plan_type !== LIMITED_PLAN,
    upgrade_text_for_wide_organization_logo: 'Available on a larger plan. Upgrade to access.',
    realm_presence_disabled: realm.presence_disabled,
    realm_upload_quota_mib: realm.upload_quota_mib,
    realm_owner_full_content_access: false,
    ...(deletion === null ? {} : { demo_organization_scheduled_deletion_date: unixSeconds(deletion) }),
  };
}

/**
 * Only what is offered; a method is enabled unless the organization switched it off (organization.md 4.5).
 * @param offered names of methods (policy's offeredBackends)
 */
export function authenticationMethods(
  switches: Readonly<Record<string, boolean>>,
  offered: readonly string[],
): Record<string, { enabled: boolean; available: boolean }> {
  return Object.fromEntries(offered.map((name) => [name, { enabled: switches[name] ?? true, available: true }]));
}

function integrationFields({ core, server }: RealmSectionInput): Fields {
  const { realm } = core;
  const jitsi = server.jitsiServerUrl;
  return {
    realm_push_notifications_enabled: core.push_enabled,
    realm_push_notifications_enabled_end_timestamp: core.push_enabled_end,
    realm_available_video_chat_providers: Object.fromEntries(
      server.videoProviders.map(({ key, name, id }) => [key, { name, id }]),
    ),
    jitsi_server_url: realm.jitsi_server_url ?? jitsi,
    server_jitsi_server_url: jitsi,
    gif_rating_policy_options: GIF_RATING_OPTIONS,
    realm_default_external_accounts: DEFAULT_EXTERNAL_ACCOUNTS,
  };
}

/** Kinds of reports of messages, named in the user's language. */
function reportTypes(language: string): { key: ReportType; name: string }[] {
  const write = textsIn(language);
  return REPORT_TYPES.map((key) => ({ key, name: write(`report.${key}`) }));
}

function serverFields(server: ServerFacts, language: string): Fields {
  return {
    ...SERVER_LIMITS,
    max_file_upload_size_mib: server.largestUploadMib,
    development_environment: server.isDevelopment,
    server_needs_upgrade: false,
    server_inline_image_preview: true,
    server_inline_url_embed_preview: true,
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    server_web_public_streams_enabled: server.allowsWebPublicChannels,
    server_can_summarize_topics: false,
    server_thumbnail_formats: THUMBNAIL_FORMATS,
    server_emoji_data_url: '/static/generated/emoji/emoji_api.json',
    settings_send_digest_emails: server.sendsDigests,
    server_report_message_types: reportTypes(language),
  };
}

function unixSeconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000);
}
