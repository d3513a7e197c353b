import { Static, Type } from '@sinclair/typebox';

/** Who makes a request: resolved by the gateway from host and credentials, trusted by the services behind it. */
export const ActorSchema = Type.Object({
  realmId: Type.Integer(),
  /** Partition of the realm's change log, 0 to 3. */
  partition: Type.Integer(),
  /** Host (with port, if any) under which the realm is served. */
  realmHost: Type.String(),
  realmUrl: Type.String(),
  userId: Type.Integer(),
  role: Type.Integer(),
  isBot: Type.Boolean(),
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for humans. */
  botType: Type.Union([Type.Integer(), Type.Null()]),
  /** API email. */
  email: Type.String(),
  deliveryEmail: Type.String(),
  fullName: Type.String(),
  /** Client name from the User-Agent, at most 30 characters (organization.md 1.5). */
  clientName: Type.String(),
  canCreateUsers: Type.Boolean(),
  canForgeSender: Type.Boolean(),
});
export type Actor = Static<typeof ActorSchema>;
