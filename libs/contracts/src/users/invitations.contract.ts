import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from './nullable';

const INVITATION = {
  id: Type.Integer({ description: 'Links have ids of their own.' }),
  invited_by_user_id: Type.Integer(),
  invited: Type.Integer({ description: 'Unix seconds.' }),
  expiry_date: Nullable(Type.Integer({ description: 'Unix seconds; null: never.' })),
  invited_as: Type.Integer({ description: 'Role of the account that it leads to.' }),
};

/** An invitation by mail, or a link that several may use (organization.md 11). */
export const InvitationSchema = Type.Union([
  Type.Object(
    { ...INVITATION, is_multiuse: Type.Literal(false), email: Type.String(), notify_referrer_on_join: Type.Boolean() },
    CLOSED,
  ),
  Type.Object({ ...INVITATION, is_multiuse: Type.Literal(true), link_url: Type.String() }, CLOSED),
]);
export type InvitationObject = Static<typeof InvitationSchema>;

/** What an invitation gives to whoever accepts it. */
const InvitationTermsSchema = Type.Object({
  invitedAs: Type.Integer(),
  /** Null: it does not expire. */
  expiresInMinutes: Nullable(Type.Integer()),
  channelIds: Type.Array(Type.Integer()),
  groupIds: Type.Array(Type.Integer()),
  includeDefaultChannels: Type.Boolean(),
  /** Null: the organization's. */
  welcomeText: Nullable(Type.String()),
});
export type InvitationTerms = Static<typeof InvitationTermsSchema>;

/** `GET /invites`. */
export const listInvitations = defineRpc({
  subject: 'rpc.users.v1.invitations.list',
  request: Type.Object({}),
  response: Type.Object({ invites: Type.Array(InvitationSchema) }, CLOSED),
  idempotent: true,
});

/** `POST /invites`. */
export const sendInvitations = defineRpc({
  subject: 'rpc.users.v1.invitations.send',
  request: Type.Object({
    /** As it was sent: addresses with commas or line ends between them. */
    emails: Type.String(),
    notifyReferrerOnJoin: Type.Boolean(),
    terms: InvitationTermsSchema,
  }),
  response: EmptyResponseSchema,
  timeoutMs: 30_000,
  idempotent: false,
});
export type SendInvitationsRequest = Static<(typeof sendInvitations)['request']>;

/** `POST /invites/multiuse`. */
export const createInvitationLink = defineRpc({
  subject: 'rpc.users.v1.invitations.create-link',
  request: Type.Object({ terms: InvitationTermsSchema }),
  response: Type.Object({ invite_link: Type.String() }, CLOSED),
  idempotent: false,
});

/** `POST /invites/{invite_id}/resend`. */
export const resendInvitation = defineRpc({
  subject: 'rpc.users.v1.invitations.resend',
  request: Type.Object({ id: Type.Integer() }),
  response: EmptyResponseSchema,
  timeoutMs: 15_000,
  idempotent: false,
});

/** `DELETE /invites/{invite_id}` and `DELETE /invites/multiuse/{invite_id}`. */
export const revokeInvitation = defineRpc({
  subject: 'rpc.users.v1.invitations.revoke',
  request: Type.Object({ id: Type.Integer(), isMultiuse: Type.Boolean() }),
  response: EmptyResponseSchema,
  idempotent: false,
});

const RealmOfRequest = { realmId: Type.Integer(), partition: Type.Integer(), realmHost: Type.String() };

/** Somebody without an account opened an invitation: what it is for. 404 for one that leads nowhere. */
export const openInvitation = defineRpc({
  subject: 'rpc.users.v1.invitations.open',
  request: Type.Object({ realmId: Type.Integer(), key: Type.String(), isMultiuse: Type.Boolean() }),
  response: Type.Object({ organization: Type.String(), email: Nullable(Type.String()) }, CLOSED),
  idempotent: true,
});

/** Sends a link to an address by which it may sign up: by a reusable invitation, or where none is needed. */
export const requestSignUp = defineRpc({
  subject: 'rpc.users.v1.invitations.request-sign-up',
  request: Type.Object({
    ...RealmOfRequest,
    realmUrl: Type.String(),
    email: Type.String(),
    /** Of the reusable invitation; null: nobody invited. */
    linkKey: Nullable(Type.String()),
  }),
  response: EmptyResponseSchema,
  timeoutMs: 15_000,
  idempotent: false,
});
export type SignUpRequest = Static<(typeof requestSignUp)['request']>;

/** Makes the account that an invitation, or a link of {@link requestSignUp}, leads to. */
export const signUp = defineRpc({
  subject: 'rpc.users.v1.invitations.sign-up',
  request: Type.Object({ ...RealmOfRequest, key: Type.String(), fullName: Type.String(), password: Type.String() }),
  response: Type.Object({ user_id: Type.Integer() }, CLOSED),
  timeoutMs: 15_000,
  idempotent: false,
});
export type SignUp = Static<(typeof signUp)['request']>;
