import { Type } from '@sinclair/typebox';
import { CLOSED, Nullable } from '../rpc/nullable';
import { NavigationViewSchema, OnboardingStepSchema } from '../users/personal-state.schema';

const id = Type.Integer();
const value = Type.Union([Type.Boolean(), Type.Integer(), Type.String()]);
/** Only for `default_language`: its English name. */
const language_name = Type.Optional(Type.String());

/** One of the user's settings changed (users.md 8, 19). */
export const UserSettingsEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('user_settings'),
    op: Type.Literal('update'),
    property: Type.String(),
    value,
    language_name,
  },
  CLOSED,
);

/** The same for clients without `user_settings_object`. */
export const UpdateDisplaySettingsEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('update_display_settings'),
    user: Type.String(),
    setting_name: Type.String(),
    setting: value,
    language_name,
  },
  CLOSED,
);
export const UpdateGlobalNotificationsEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('update_global_notifications'),
    user: Type.String(),
    notification_name: Type.String(),
    setting: value,
  },
  CLOSED,
);

/** What new accounts start with changed (users.md 9). */
export const RealmUserSettingsDefaultsEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('realm_user_settings_defaults'),
    op: Type.Literal('update'),
    property: Type.String(),
    value,
  },
  CLOSED,
);

/** Somebody agreed, or no longer agrees, to the export of private data; to human administrators. */
export const RealmExportConsentEventSchema = Type.Object(
  { id, type: Type.Literal('realm_export_consent'), user_id: Type.Integer(), consented: Type.Boolean() },
  CLOSED,
);

/** Everybody whom the user muted (users.md 12). */
export const MutedUsersEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('muted_users'),
    muted_users: Type.Array(Type.Object({ id: Type.Integer(), timestamp: Type.Integer() }, CLOSED)),
  },
  CLOSED,
);

/** All of the user's alert words (users.md 13). */
export const AlertWordsEventSchema = Type.Object(
  { id, type: Type.Literal('alert_words'), alert_words: Type.Array(Type.String()) },
  CLOSED,
);

/** Steps of the tutorial that are left (users.md 14). */
export const OnboardingStepsEventSchema = Type.Object(
  { id, type: Type.Literal('onboarding_steps'), onboarding_steps: Type.Array(OnboardingStepSchema) },
  CLOSED,
);

/** The user connected an account at Zoom, or the connection ended (organization.md 17). */
export const HasZoomTokenEventSchema = Type.Object(
  { id, type: Type.Literal('has_zoom_token'), value: Type.Boolean() },
  CLOSED,
);

/** A view was configured for the first time (users.md 17). */
export const NavigationViewAddEventSchema = Type.Object(
  { id, type: Type.Literal('navigation_view'), op: Type.Literal('add'), navigation_view: NavigationViewSchema },
  CLOSED,
);
export const NavigationViewUpdateEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('navigation_view'),
    op: Type.Literal('update'),
    fragment: Type.String(),
    data: Type.Object(
      { name: Type.Optional(Nullable(Type.String())), is_pinned: Type.Optional(Type.Boolean()) },
      CLOSED,
    ),
  },
  CLOSED,
);
export const NavigationViewRemoveEventSchema = Type.Object(
  { id, type: Type.Literal('navigation_view'), op: Type.Literal('remove'), fragment: Type.String() },
  CLOSED,
);
