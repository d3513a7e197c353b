import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';

/**
 * Mails each owner of a deactivated organization a link by which it is active again within a day (organization.md 13);
 * for operators. Links that were sent before die. 400 for an organization that is active.
 */
export const sendReactivationLinks = defineRpc({
  subject: 'rpc.users.v1.reactivations.send',
  request: Type.Object({
    realmId: Type.Integer(),
    partition: Type.Integer(),
    realmUrl: Type.String({ description: 'Canonical address, without a slash at the end.' }),
  }),
  response: Type.Object({ sent: Type.Integer({ description: 'Mails that the mail server took.' }) }, CLOSED),
  auth: 'public',
  timeoutMs: 30_000,
  idempotent: false,
});

/** Whether such a link leads anywhere. */
export const readReactivation = defineRpc({
  subject: 'rpc.users.v1.reactivations.read',
  request: Type.Object({ realmId: Type.Integer(), key: Type.String() }),
  response: Type.Object({ isOpen: Type.Boolean() }, CLOSED),
  auth: 'public',
  idempotent: true,
});

/** Follows such a link: the organization is active, and is not deleted. */
export const applyReactivation = defineRpc({
  subject: 'rpc.users.v1.reactivations.apply',
  request: Type.Object({ realmId: Type.Integer(), partition: Type.Integer(), key: Type.String() }),
  response: Type.Object({ isActive: Type.Boolean({ description: 'False: the link leads nowhere.' }) }, CLOSED),
  auth: 'public',
  idempotent: false,
});
