import { Type } from '@sinclair/typebox';
import { CLOSED } from '../rpc/nullable';

export const KEYS_REVOKED = 'internal/keys_revoked';

/**
 * Keys or sessions of the audience were ended, or accounts deactivated: requests that are held for them must end and come back to
 * have their credentials checked (I10).
 */
const KeysRevokedEventSchema = Type.Object({ type: Type.Literal(KEYS_REVOKED) }, CLOSED);

/** Events between services: no queue has them and the API reference does not list them. */
export const INTERNAL_EVENT_SCHEMAS = [KeysRevokedEventSchema] as const;
