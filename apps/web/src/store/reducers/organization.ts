import type { Draft } from '../draft';
import { type Organization, isSetting } from '../organization';
import type { State } from '../state';
import type { EventOf, EventMap } from './event';

/** `realm`: settings of the organization, its pictures, its end. */
export function applyRealm(draft: Draft<State>, event: EventOf<'realm'>): void {
  if (event.op === 'deactivated') draft.set('isDeactivated', true);
  else if (event.op === 'update') setSettings(draft, { [String(event.property)]: event.value });
  else setSettings(draft, event.data);
}

function setSettings(draft: Draft<State>, changes: object): void {
  const { organization } = draft.state;
  const known = Object.entries(changes).flatMap(([name, value]) => {
    // The limit of uploads is the server's, so it has no prefix.
    const field = [`realm_${name}`, name].find((candidate) => isSetting(organization, candidate));
    return field === undefined ? [] : [[field, value] as const];
  });
  const next = { ...organization, ...Object.fromEntries(known) };
  draft.set('organization', { ...next, ...derivedFrom(next, changes) });
}

/** Fields that follow from others (organization.md 4.8). */
function derivedFrom(organization: Organization, changes: object): Partial<Organization> {
  return {
    ...('authentication_methods' in changes ? authenticationOf(organization) : {}),
    ...('jitsi_server_url' in changes
      ? { jitsi_server_url: organization.realm_jitsi_server_url ?? organization.server_jitsi_server_url }
      : {}),
    ...('zulip_update_announcements_stream_id' in changes
      ? {
          realm_service_update_announcements_stream_id: organization.realm_zulip_update_announcements_stream_id,
        }
      : {}),
  };
}

function authenticationOf({ realm_authentication_methods: methods }: Organization): Partial<Organization> {
  const hasOwn = methods.Email?.enabled === true;
  return { realm_email_auth_enabled: hasOwn, realm_password_auth_enabled: hasOwn || methods.LDAP?.enabled === true };
}

function set(draft: Draft<State>, changes: Partial<Organization>): void {
  draft.set('organization', { ...draft.state.organization, ...changes });
}

export function applyLinkifiers(draft: Draft<State>, { realm_linkifiers }: EventOf<'realm_linkifiers'>): void {
  set(draft, { realm_linkifiers });
}

export function applyPlaygrounds(draft: Draft<State>, { realm_playgrounds }: EventOf<'realm_playgrounds'>): void {
  set(draft, { realm_playgrounds });
}

export function applyDomains(draft: Draft<State>, event: EventOf<'realm_domains'>): void {
  const changed = event.op === 'remove' ? event.domain : event.realm_domain.domain;
  const domains = draft.state.organization.realm_domains;
  const index = domains.findIndex(({ domain }) => domain === changed);
  if (event.op === 'remove') set(draft, { realm_domains: domains.filter(({ domain }) => domain !== changed) });
  else if (index < 0) set(draft, { realm_domains: [...domains, event.realm_domain] });
  else set(draft, { realm_domains: domains.with(index, event.realm_domain) });
}

export function applyEmoji(draft: Draft<State>, event: EventOf<'realm_emoji'>): void {
  if (event.op === 'update') {
    draft.set('emoji', new Map(Object.entries(event.realm_emoji)));
    return;
  }
  const emoji = new Map(draft.state.emoji);
  const changed = event.op === 'add' ? event.emoji : emoji.get(event.emoji_id);
  if (!changed) return;
  draft.set('emoji', emoji.set(changed.id, event.op === 'add' ? changed : { ...changed, ...event.data }));
}

export function applySettingsDefault(draft: Draft<State>, event: EventOf<'realm_user_settings_defaults'>): void {
  draft.set('settingsDefaults', { ...draft.state.settingsDefaults, [event.property]: event.value });
}

/** Type of fields whose value is one of the options in `field_data`. */
const CHOICE = 3;

/** Values of fields that are gone, or of options that are, are gone with them (organization.md 8). */
export function applyProfileFields(draft: Draft<State>, { fields }: EventOf<'custom_profile_fields'>): void {
  set(draft, { custom_profile_fields: fields });
  const options = new Map(
    fields.map(({ id, type, field_data }) => [String(id), type === CHOICE ? optionsOf(field_data) : undefined]),
  );
  const isLeft = (id: string, value: string): boolean => options.has(id) && (options.get(id)?.has(value) ?? true);
  for (const [userId, user] of draft.state.users) {
    const values = Object.entries(user.profile_data ?? {});
    const kept = values.filter(([id, { value }]) => isLeft(id, value));
    if (kept.length === values.length) continue;
    draft.write('users').set(userId, { ...user, profile_data: Object.fromEntries(kept) });
  }
}

function optionsOf(fieldData: string): ReadonlySet<string> {
  const options: unknown = JSON.parse(fieldData);
  return new Set(typeof options === 'object' && options !== null ? Object.keys(options) : []);
}

const LISTS = {
  attachment: 'attachments',
  invites_changed: 'invites',
  realm_export: 'exports',
  realm_export_consent: 'exports',
} as const satisfies Partial<Record<keyof EventMap, keyof State['listVersions']>>;

/** Lists that are fetched where they are shown. */
export function applyListChange(draft: Draft<State>, { type }: EventOf<keyof typeof LISTS>): void {
  const list = LISTS[type];
  const { listVersions } = draft.state;
  draft.set('listVersions', { ...listVersions, [list]: listVersions[list] + 1 });
}

export function applyRestart(draft: Draft<State>, { id: _id, type: _type, ...versions }: EventOf<'restart'>): void {
  draft.set('service', versions);
}

export function applyReload(draft: Draft<State>, { immediate }: EventOf<'web_reload_client'>): void {
  if (draft.state.reload !== 'immediate') draft.set('reload', immediate ? 'immediate' : 'wanted');
}
