import { Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from './nullable';
import { NavigationViewSchema } from './personal-state.schema';

/** `POST /users/me/muted_users/{muted_user_id}` (users.md 12). */
export const muteUser = defineRpc({
  subject: 'rpc.users.v1.muted-users.add',
  request: Type.Object({ userId: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: false,
});

/** `DELETE /users/me/muted_users/{muted_user_id}`. */
export const unmuteUser = defineRpc({
  subject: 'rpc.users.v1.muted-users.remove',
  request: Type.Object({ userId: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: false,
});

const AlertWordsSchema = Type.Object(
  { alert_words: Type.Array(Type.String(), { description: 'All of the alert words, in no particular order.' }) },
  CLOSED,
);

/** `GET /users/me/alert_words` (users.md 13). */
export const listAlertWords = defineRpc({
  subject: 'rpc.users.v1.alert-words.list',
  request: Type.Object({}),
  response: AlertWordsSchema,
  idempotent: true,
});

/** `POST /users/me/alert_words`. */
export const addAlertWords = defineRpc({
  subject: 'rpc.users.v1.alert-words.add',
  request: Type.Object({ words: Type.Array(Type.String()) }),
  response: AlertWordsSchema,
  idempotent: true,
});

/** `DELETE /users/me/alert_words`. */
export const removeAlertWords = defineRpc({
  subject: 'rpc.users.v1.alert-words.remove',
  request: Type.Object({ words: Type.Array(Type.String()) }),
  response: AlertWordsSchema,
  idempotent: true,
});

/** `POST /users/me/onboarding_steps` (users.md 14). */
export const markOnboardingStep = defineRpc({
  subject: 'rpc.users.v1.onboarding-steps.mark',
  request: Type.Object({ name: Type.String() }),
  response: EmptyResponseSchema,
  idempotent: true,
});

/** `GET /navigation_views` (users.md 17). */
export const listNavigationViews = defineRpc({
  subject: 'rpc.users.v1.navigation-views.list',
  request: Type.Object({}),
  response: Type.Object({ navigation_views: Type.Array(NavigationViewSchema) }, CLOSED),
  idempotent: true,
});

/** `POST /navigation_views`. */
export const addNavigationView = defineRpc({
  subject: 'rpc.users.v1.navigation-views.add',
  request: Type.Object({ fragment: Type.String(), isPinned: Type.Boolean(), name: Nullable(Type.String()) }),
  response: EmptyResponseSchema,
  idempotent: false,
});

/** `PATCH /navigation_views/{fragment}`; null means not sent. */
export const updateNavigationView = defineRpc({
  subject: 'rpc.users.v1.navigation-views.update',
  request: Type.Object({
    fragment: Type.String(),
    isPinned: Nullable(Type.Boolean()),
    name: Nullable(Type.String()),
  }),
  response: EmptyResponseSchema,
  idempotent: true,
});

/** `DELETE /navigation_views/{fragment}`. */
export const removeNavigationView = defineRpc({
  subject: 'rpc.users.v1.navigation-views.remove',
  request: Type.Object({ fragment: Type.String() }),
  response: EmptyResponseSchema,
  idempotent: false,
});
