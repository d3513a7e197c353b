import { Type } from '@sinclair/typebox';
import { NumberedExport, RealmExportSchema } from '../organization/exports.api';
import { CLOSED } from '../rpc/nullable';

const id = Type.Integer();

/** Invitations were sent, revoked or used: to administrators and the inviter, who fetch the list anew (organization.md 11). */
export const InvitesChangedEventSchema = Type.Object({ id, type: Type.Literal('invites_changed') }, CLOSED);

/** All exports after one of them changed; to human administrators (organization.md 12). */
export const RealmExportEventSchema = Type.Object(
  { id, type: Type.Literal('realm_export'), exports: Type.Array(RealmExportSchema) },
  CLOSED,
);

/** With the numbers of types. */
export interface StoredRealmExportEvent {
  type: 'realm_export';
  exports: NumberedExport[];
}
