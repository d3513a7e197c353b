import { Type } from '@sinclair/typebox';
import { CLOSED } from '../rpc/nullable';
import { UserSchema } from '../users/user-object';

const id = Type.Integer();

/** A new account, or one that a limited guest newly sees, as the receiver sees it (users.md 19). */
export const RealmUserAddEventSchema = Type.Object(
  { id, type: Type.Literal('realm_user'), op: Type.Literal('add'), person: UserSchema },
  CLOSED,
);

/** Users were put into a group. */
export const UserGroupAddMembersEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('user_group'),
    op: Type.Literal('add_members'),
    group_id: Type.Integer(),
    user_ids: Type.Array(Type.Integer()),
  },
  CLOSED,
);

/** Every listed user was subscribed to, or unsubscribed from, every listed channel (channels.md 13.2). */
export const SubscriptionPeerEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('subscription'),
    op: Type.Union([Type.Literal('peer_add'), Type.Literal('peer_remove')]),
    stream_ids: Type.Array(Type.Integer()),
    user_ids: Type.Array(Type.Integer()),
  },
  CLOSED,
);
