import { Static, Type } from '@sinclair/typebox';
import {
  AlertWordsEventSchema,
  CustomProfileFieldsEventSchema,
  MutedUsersEventSchema,
  NavigationViewAddEventSchema,
  NavigationViewRemoveEventSchema,
  NavigationViewUpdateEventSchema,
  HasZoomTokenEventSchema,
  OnboardingStepsEventSchema,
  RealmDomainsChangeEventSchema,
  RealmDomainsRemoveEventSchema,
  RealmExportConsentEventSchema,
  RealmLinkifiersEventSchema,
  RealmPlaygroundsEventSchema,
  RealmUserSettingsDefaultsEventSchema,
  UpdateDisplaySettingsEventSchema,
  UpdateGlobalNotificationsEventSchema,
  UserSettingsEventSchema,
} from '@stoa/contracts/events';
import { ClientState, StateNavigationView } from './client-state';

/** Personal settings and lists, and the lists that administrators configure. */
export const SETTINGS_EVENTS = Type.Union([
  AlertWordsEventSchema,
  CustomProfileFieldsEventSchema,
  MutedUsersEventSchema,
  NavigationViewAddEventSchema,
  NavigationViewRemoveEventSchema,
  NavigationViewUpdateEventSchema,
  HasZoomTokenEventSchema,
  OnboardingStepsEventSchema,
  RealmDomainsChangeEventSchema,
  RealmDomainsRemoveEventSchema,
  RealmExportConsentEventSchema,
  RealmLinkifiersEventSchema,
  RealmPlaygroundsEventSchema,
  RealmUserSettingsDefaultsEventSchema,
  UpdateDisplaySettingsEventSchema,
  UpdateGlobalNotificationsEventSchema,
  UserSettingsEventSchema,
]);
type SettingsEvent = Static<typeof SETTINGS_EVENTS>;

export function applySettingsEvent(state: ClientState, event: SettingsEvent): void {
  switch (event.type) {
    case 'user_settings':
      if (state.user_settings) state.user_settings[event.property] = event.value;
      return;
    case 'update_display_settings':
      if (event.setting_name in state) state[event.setting_name] = event.setting;
      return;
    case 'update_global_notifications':
      if (event.notification_name in state) state[event.notification_name] = event.setting;
      return;
    case 'realm_user_settings_defaults':
      if (state.realm_user_settings_defaults) state.realm_user_settings_defaults[event.property] = event.value;
      return;
    case 'custom_profile_fields':
      applyProfileFields(state, event);
      return;
    case 'navigation_view':
      applyNavigationView(state, event);
      return;
    case 'realm_domains':
      applyDomains(state, event);
      return;
    case 'realm_export_consent':
      return;
    case 'alert_words':
      return replace(state, 'alert_words', event.alert_words);
    case 'muted_users':
      return replace(state, 'muted_users', event.muted_users);
    case 'has_zoom_token':
      return replace(state, 'has_zoom_token', event.value);
    case 'onboarding_steps':
      return replace(state, 'onboarding_steps', event.onboarding_steps);
    case 'realm_linkifiers':
      return replace(state, 'realm_linkifiers', event.realm_linkifiers);
    case 'realm_playgrounds':
      return replace(state, 'realm_playgrounds', event.realm_playgrounds);
  }
}

/** What was not fetched stays absent. */
function replace(state: ClientState, field: string, value: unknown): void {
  if (state[field] !== undefined) state[field] = value;
}

/** Values of fields that are gone, or of options that are, are gone with them (organization.md 8). */
function applyProfileFields(state: ClientState, { fields }: Static<typeof CustomProfileFieldsEventSchema>): void {
  replace(state, 'custom_profile_fields', fields);
  const byId = new Map(fields.map((field) => [String(field.id), field]));
  const SELECT = 3;
  for (const user of [...(state.realm_users ?? []), ...(state.realm_non_active_users ?? [])]) {
    const { profile_data: data } = user;
    if (typeof data !== 'object' || data === null) continue;
    const kept = Object.entries(data).filter(([id, entry]) => {
      const field = byId.get(id);
      if (!field || field.type !== SELECT) return field !== undefined;
      const options: object = JSON.parse(field.field_data);
      return String(Reflect.get(Object(entry), 'value')) in options;
    });
    user.profile_data = Object.fromEntries(kept);
  }
}

function applyNavigationView(state: ClientState, event: Extract<SettingsEvent, { type: 'navigation_view' }>): void {
  const views: StateNavigationView[] | undefined = state.navigation_views;
  if (!views) return;
  if (event.op === 'add') state.navigation_views = [...views, event.navigation_view];
  else if (event.op === 'remove') state.navigation_views = views.filter(({ fragment }) => fragment !== event.fragment);
  else for (const view of views) if (view.fragment === event.fragment) Object.assign(view, event.data);
}

function applyDomains(state: ClientState, event: Extract<SettingsEvent, { type: 'realm_domains' }>): void {
  const domains = state.realm_domains;
  if (!domains) return;
  if (event.op === 'remove') state.realm_domains = domains.filter(({ domain }) => domain !== event.domain);
  else if (event.op === 'add') state.realm_domains = [...domains, event.realm_domain];
  else
    for (const entry of domains)
      if (entry.domain === event.realm_domain.domain) Object.assign(entry, event.realm_domain);
}
