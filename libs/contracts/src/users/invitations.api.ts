import { Type } from '@sinclair/typebox';
import { boolean, integer, integers, oneOf, text } from '@stoa/http-params';
import { Role } from '@stoa/policy';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED, Nullable } from '../rpc/nullable';

const INVITATION = {
  id: Type.Integer({ description: 'Links have ids of their own.' }),
  invited_by_user_id: Type.Integer(),
  invited: Type.Integer({ description: 'Unix seconds.' }),
  expiry_date: Nullable(Type.Integer({ description: 'Unix seconds; null: never.' })),
  invited_as: Type.Integer({ description: 'Role of the account that it leads to.' }),
};

/** An invitation by mail, or a link that several may use (organization.md 11). */
const InvitationSchema = Type.Union([
  Type.Object(
    { ...INVITATION, is_multiuse: Type.Literal(false), email: Type.String(), notify_referrer_on_join: Type.Boolean() },
    CLOSED,
  ),
  Type.Object({ ...INVITATION, is_multiuse: Type.Literal(true), link_url: Type.String() }, CLOSED),
]);

const bad = (msg: string): DocumentedError => ({ code: 'BAD_REQUEST', msg });
const NOT_OWNER: DocumentedError = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
const TERMS_ERRORS = [
  bad('Insufficient permission'),
  NOT_OWNER,
  bad('Must be an organization administrator'),
  bad('Invalid invite_as: Value error, Not in the list of possible values'),
  bad('Invalid channel ID 12. No invites were sent.'),
  bad('You do not have permission to subscribe other users to channels.'),
  bad('Invalid user group'),
];

const DAILY_LIMIT_REACHED = {
  code: 'INVITATION_FAILED',
  msg:
    'To protect users, Stoa limits the number of invitations you can send in one day. Because you have reached the ' +
    'limit, no invitations were sent.',
} as const;
const FOREIGN_ERRORS = [bad('No such invitation'), NOT_OWNER, bad('Must be an organization administrator')];

/** Three hundred years: what is longer is no date that databases and clients can hold. */
const LONGEST_LIFE_MINUTES = 157_680_000;

const invite_id = integer({ doc: 'ID of the invitation.' });
/** What an invitation gives to the user who accepts it. */
const terms = {
  invite_as: oneOf(Object.values(Role), { default: Role.Member, text: 'long', doc: 'Role of the new account.' }),
  invite_expires_in_minutes: integer({
    optional: true,
    nullable: true,
    min: 0,
    max: LONGEST_LIFE_MINUTES,
    doc: 'Minutes until it expires, 14400 (ten days) unless sent; null: never; 0: at once.',
  }),
  group_ids: integers({ default: [], doc: 'Groups that the new account will be a member of.' }),
  include_realm_default_subscriptions: boolean({
    default: false,
    doc: 'Whether the new account is subscribed to the default channels as well.',
  }),
  welcome_message_custom_text: text({
    optional: true,
    maxLength: 8000,
    doc: "What the welcome bot says instead of the organization's own text; administrators only.",
  }),
};

/** Invitations by mail and by link (organization.md 11). */
export const listInvitations = defineEndpoint({
  method: 'GET',
  path: 'invites',
  tag: 'Invitations',
  summary: 'Get open invitations',
  description: "Administrators get everybody's, others their own.",
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.users.v1.invitations.list',
  response: Type.Object({ invites: Type.Array(InvitationSchema) }, CLOSED),
});

export const sendInvitations = defineEndpoint({
  method: 'POST',
  path: 'invites',
  tag: 'Invitations',
  summary: 'Invite people by mail',
  description:
    'INVITATION_FAILED has the fields errors (address, reason, whether its account is deactivated), ' +
    'sent_invitations, license_limit_reached and daily_limit_reached.',
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.users.v1.invitations.send',
  timeoutMs: 30_000,
  deadlineMs: 30_000,
  params: {
    invitee_emails: text({ doc: 'Addresses with commas or line ends between them, 65,536 characters at most.' }),
    stream_ids: integers({ doc: 'Channels that the new account will be subscribed to.' }),
    notify_referrer_on_join: boolean({ default: true, doc: 'Whether the inviter gets a message when somebody joins.' }),
    ...terms,
  },
  response: EmptyResponseSchema,
  errors: [
    ...TERMS_ERRORS,
    bad('You must specify at least one email address.'),
    { code: 'INVITATION_FAILED', msg: "Some emails did not validate, so we didn't send any invitations." },
    { code: 'INVITATION_FAILED', msg: "We weren't able to invite anyone." },
    DAILY_LIMIT_REACHED,
  ],
});

export const createInvitationLink = defineEndpoint({
  method: 'POST',
  path: 'invites/multiuse',
  tag: 'Invitations',
  summary: 'Make an invitation that several may use',
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.users.v1.invitations.create-link',
  params: {
    stream_ids: integers({ default: [], doc: 'Channels that new accounts will be subscribed to.' }),
    ...terms,
  },
  response: Type.Object({ invite_link: Type.String() }, CLOSED),
  errors: TERMS_ERRORS,
});

export const resendInvitation = defineEndpoint({
  method: 'POST',
  path: 'invites/{invite_id}/resend',
  tag: 'Invitations',
  summary: 'Send an invitation once more',
  description: 'It expires when it would have expired.',
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.users.v1.invitations.resend',
  timeoutMs: 15_000,
  params: {
    invite_id,
  },
  response: EmptyResponseSchema,
  errors: [...FOREIGN_ERRORS, DAILY_LIMIT_REACHED],
});

export const revokeInvitation = defineEndpoint({
  method: 'DELETE',
  path: 'invites/{invite_id}',
  tag: 'Invitations',
  summary: 'Revoke an invitation',
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.users.v1.invitations.revoke',
  params: {
    invite_id,
  },
  response: EmptyResponseSchema,
  errors: FOREIGN_ERRORS,
});

export const revokeInvitationLink = defineEndpoint({
  method: 'DELETE',
  path: 'invites/multiuse/{invite_id}',
  tag: 'Invitations',
  summary: 'Revoke an invitation that several may use',
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.users.v1.invitations.revoke-link',
  params: {
    invite_id,
  },
  response: EmptyResponseSchema,
  errors: [...FOREIGN_ERRORS, bad('Invitation has already been revoked')],
});
