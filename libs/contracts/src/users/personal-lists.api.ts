import { Type } from '@sinclair/typebox';
import { IS_DICT, integer, integers, json, text, texts } from '@stoa/http-params';
import { PERSONAL_LIMITS } from '@stoa/policy';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';

const AlertWordsSchema = Type.Object(
  { alert_words: Type.Array(Type.String(), { description: 'All of the alert words, in no particular order.' }) },
  CLOSED,
);

const bad = (msg: string): DocumentedError => ({ code: 'BAD_REQUEST', msg });
const NO_BOTS = bad('This endpoint does not accept bot requests.');
const NOT_EDITABLE = bad('You are not allowed to change this field. Contact an administrator to update it.');
const ProfileValueSchema = Type.Object(
  { id: Type.Integer(), value: Type.Union([Type.String(), Type.Array(Type.Integer())]) },
  { [IS_DICT]: true },
);

/** Users whom a user has muted (users.md 12). */
export const muteUser = defineEndpoint({
  method: 'POST',
  path: 'users/me/muted_users/{muted_user_id}',
  tag: 'Users',
  summary: 'Mute a user',
  description: 'What the user sent is marked as read; what follows arrives read.',
  auth: 'user',
  subject: 'rpc.users.v1.muted-users.add',
  params: {
    muted_user_id: integer({ doc: 'ID of the user.' }),
  },
  response: EmptyResponseSchema,
  errors: [bad('Cannot mute self'), bad('User already muted'), bad('No such user'), bad('Insufficient permission')],
});

export const unmuteUser = defineEndpoint({
  method: 'DELETE',
  path: 'users/me/muted_users/{muted_user_id}',
  tag: 'Users',
  summary: 'Unmute a user',
  auth: 'user',
  subject: 'rpc.users.v1.muted-users.remove',
  params: {
    muted_user_id: integer({ doc: 'ID of the user.' }),
  },
  response: EmptyResponseSchema,
  errors: [bad('User is not muted'), bad('No such user'), bad('Insufficient permission')],
});

/** Words that flag messages for a user (users.md 13). */
export const listAlertWords = defineEndpoint({
  method: 'GET',
  path: 'users/me/alert_words',
  tag: 'Users',
  summary: 'Get your alert words',
  auth: 'user',
  subject: 'rpc.users.v1.alert-words.list',
  response: AlertWordsSchema,
});

export const addAlertWords = defineEndpoint({
  method: 'POST',
  path: 'users/me/alert_words',
  tag: 'Users',
  summary: 'Add alert words',
  auth: 'user',
  subject: 'rpc.users.v1.alert-words.add',
  idempotent: true,
  params: {
    alert_words: texts({ maxItems: PERSONAL_LIMITS['alert words'], maxLength: 100, doc: 'Words or phrases to add.' }),
  },
  response: AlertWordsSchema,
  errors: [
    bad('alert_words[0] is too long (limit: 100 characters)'),
    bad('You cannot have more than 1000 alert words. Delete some that you no longer need and try again.'),
  ],
});

export const removeAlertWords = defineEndpoint({
  method: 'DELETE',
  path: 'users/me/alert_words',
  tag: 'Users',
  summary: 'Remove alert words',
  auth: 'user',
  subject: 'rpc.users.v1.alert-words.remove',
  idempotent: true,
  params: {
    alert_words: texts({ doc: 'Words or phrases to remove, in whatever case.' }),
  },
  response: AlertWordsSchema,
  errors: [bad('alert_words is not a list')],
});

/** Notices of the tutorial (users.md 14). */
export const markOnboardingStep = defineEndpoint({
  method: 'POST',
  path: 'users/me/onboarding_steps',
  tag: 'Users',
  summary: 'Mark an onboarding step as seen',
  auth: 'user',
  guard: 'human',
  subject: 'rpc.users.v1.onboarding-steps.mark',
  idempotent: true,
  params: {
    onboarding_step: text({ doc: 'Name of the step that was seen.' }),
    schedule_navigation_tour_video_reminder_delay: integer({
      optional: true,
      min: 0,
      doc: 'Seconds until the user is reminded of the tour video. Without effect, because organizations have no such video.',
    }),
  },
  response: EmptyResponseSchema,
  errors: [bad('Unknown onboarding_step: nonexistent'), NO_BOTS],
});

/** The user's own values of custom profile fields (users.md 5). */
export const updateProfileData = defineEndpoint({
  method: 'PATCH',
  path: 'users/me/profile_data',
  tag: 'Users',
  summary: 'Change your custom profile data',
  auth: 'user',
  guard: 'human',
  subject: 'rpc.users.v1.profile-data.update',
  idempotent: true,
  params: {
    data: json(Type.Array(ProfileValueSchema), {
      doc: 'Values by field: `{"id": 4, "value": "tea"}`. Fields that pick people take a list of user IDs.',
    }),
  },
  response: EmptyResponseSchema,
  errors: [
    bad('Field id 7 not found.'),
    NOT_EDITABLE,
    bad('Favourite food is too long (limit: 50 characters)'),
    bad('Birthday is not a date'),
    bad('Homepage is not a URL'),
    bad("'x' is not a valid choice for 'Team'."),
    bad('User IDs is not a list'),
    bad('Invalid user IDs: 8, 9'),
    bad('User with ID 8 is deactivated'),
    bad('User with ID 8 is a bot'),
    bad('Favourite food is not a string'),
    NO_BOTS,
  ],
});

export const deleteProfileData = defineEndpoint({
  method: 'DELETE',
  path: 'users/me/profile_data',
  tag: 'Users',
  summary: 'Remove custom profile data of yours',
  auth: 'user',
  guard: 'human',
  subject: 'rpc.users.v1.profile-data.delete',
  idempotent: true,
  params: {
    data: integers({ doc: 'IDs of the fields whose values go.' }),
  },
  response: EmptyResponseSchema,
  errors: [bad('Field id 7 not found.'), NOT_EDITABLE, NO_BOTS],
});
