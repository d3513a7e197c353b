import { Static } from '@sinclair/typebox';
import { RealmUpdateDictEventSchema, RealmUpdateEventSchema } from '@stoa/contracts/events';
import { ClientState } from './client-state';
import { isRecord, refreshOwnPermissions } from './group-values';

/** `realm` update: what was not fetched stays absent. */
export function applyRealmUpdate(state: ClientState, { property, value }: Static<typeof RealmUpdateEventSchema>): void {
  set(state, String(property), value);
  refreshOwnPermissions(state);
}

/** `realm` update_dict: settings, icon and logos. */
export function applyRealmDict(state: ClientState, { data }: Static<typeof RealmUpdateDictEventSchema>): void {
  for (const [name, value] of Object.entries(data)) set(state, name, value);
  refreshOwnPermissions(state);
}

function set(state: ClientState, name: string, value: unknown): void {
  const field = `realm_${name}`;
  if (!(field in state)) return;
  state[field] = value;
  DERIVED[name]?.(state, value);
}

/** Fields that follow from a setting (organization.md 4.8). */
const DERIVED: Record<string, ((state: ClientState, value: unknown) => void) | undefined> = {
  zulip_update_announcements_stream_id: (state, value) => {
    state.realm_service_update_announcements_stream_id = value;
  },
  message_edit_history_visibility_policy: (state, value) => {
    state.realm_allow_edit_history = value !== 'none';
  },
  jitsi_server_url: (state, value) => {
    state.jitsi_server_url = value ?? state.server_jitsi_server_url;
  },
  authentication_methods: (state, value) => {
    const isEnabled = (name: string): boolean => {
      const method = isRecord(value) ? value[name] : undefined;
      return isRecord(method) && method.enabled === true;
    };
    state.realm_email_auth_enabled = isEnabled('Email');
    state.realm_password_auth_enabled = isEnabled('Email') || isEnabled('LDAP');
  },
  can_create_public_channel_group: legacyPolicy('realm_create_public_stream_policy', 'create'),
  can_create_private_channel_group: legacyPolicy('realm_create_private_stream_policy', 'create'),
  can_create_web_public_channel_group: legacyPolicy('realm_create_web_public_stream_policy', 'webPublic'),
  can_mention_many_users_group: legacyPolicy('realm_wildcard_mention_policy', 'mention'),
};

const CODES = {
  create: { 'role:members': 1, 'role:administrators': 2, 'role:fullmembers': 3, 'role:moderators': 4 },
  webPublic: { 'role:administrators': 2, 'role:moderators': 4, 'role:nobody': 6, 'role:owners': 7 },
  mention: {
    'role:everyone': 1,
    'role:members': 2,
    'role:fullmembers': 3,
    'role:administrators': 5,
    'role:nobody': 6,
    'role:moderators': 7,
  },
} as const;
const BROADEST = { create: 1, webPublic: 4, mention: 1 } as const;

function legacyPolicy(field: string, kind: keyof typeof CODES) {
  return (state: ClientState, value: unknown): void => {
    const group = state.realm_user_groups?.find(({ id }) => id === value);
    const codes: Partial<Record<string, number>> = CODES[kind];
    if (field in state) state[field] = codes[String(group?.name)] ?? BROADEST[kind];
  };
}
