import type { RegisterAnswer } from './register-answer';

/** What of `realm_*` and `server_*` stands in the state under another name, or only mirrors a newer setting. */
const LEFT_OUT = [
  ...['realm_users', 'realm_non_active_users', 'realm_user_groups', 'realm_bots', 'realm_emoji'],
  ...['realm_embedded_bots', 'realm_incoming_webhook_bots', 'realm_user_settings_defaults'],
  ...['realm_default_streams', 'realm_default_stream_groups', 'realm_filters', 'realm_billing'],
  ...['realm_create_public_stream_policy', 'realm_create_private_stream_policy'],
  ...['realm_create_web_public_stream_policy', 'realm_wildcard_mention_policy', 'realm_allow_edit_history'],
  ...['realm_uri', 'server_timestamp', 'server_generation', 'max_message_id'],
] as const;

/** Settings without one of the three prefixes. */
const OTHERS = [
  ...['custom_profile_fields', 'custom_profile_field_types', 'development_environment'],
  ...['event_queue_longpoll_timeout_seconds', 'gif_rating_policy_options', 'jitsi_server_url'],
  ...['password_min_length', 'password_max_length', 'password_min_guesses', 'settings_send_digest_emails'],
  ...['upgrade_text_for_wide_organization_logo', 'zulip_plan_is_not_limited'],
  ...['demo_organization_scheduled_deletion_date'],
] as const;

type Prefixed = Extract<keyof RegisterAnswer, `realm_${string}` | `server_${string}` | `max_${string}`>;
type OrganizationKey = Exclude<Prefixed, (typeof LEFT_OUT)[number]> | (typeof OTHERS)[number];
/** What only some organizations have, or services of the release before leave out. */
type Optional = 'demo_organization_scheduled_deletion_date' | 'gif_rating_policy_options';

/** Settings and lists of the organization and the server, under the names of `POST /register` (organization.md 4.8). */
export type Organization = Readonly<
  Required<Pick<RegisterAnswer, Exclude<OrganizationKey, Optional>>> & Pick<RegisterAnswer, Optional>
>;

const leftOut: ReadonlySet<string> = new Set(LEFT_OUT);
const others: ReadonlySet<string> = new Set(OTHERS);

/** The organization's part of an answer of `POST /register`. */
export function organizationOf<A extends Organization>(answer: A): Organization {
  const kept = Object.entries(answer).filter(([name]) => {
    return others.has(name) || (/^(realm|server|max)_/.test(name) && !leftOut.has(name));
  });
  // What is left out is no part of the type, so what is left has it still.
  return Object.fromEntries(kept) as A;
}

/** Whether the organization has a setting of this name, with its prefix. */
export function isSetting(organization: Organization, name: string): name is keyof Organization & string {
  return name in organization;
}
