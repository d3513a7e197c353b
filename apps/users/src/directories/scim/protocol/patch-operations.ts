import { ScimError } from './scim-error';
import { type JsonObject, attribute, isObject } from './scim-json';

export interface PatchOperation {
  op: 'add' | 'remove' | 'replace';
  /** In lower case, without the schema; undefined: the value names what it changes. */
  path: string | undefined;
  value: unknown;
}

const MOST_OPERATIONS = 1_000;
const URN = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/** The operations of a PATCH, whose `op` Entra ID capitalises (identity.md 8.5). @throws ScimError 400 */
export function readOperations(body: JsonObject): PatchOperation[] {
  const operations = attribute(body, 'operations');
  if (!Array.isArray(operations)) throw new ScimError(400, 'Operations must be a list.', 'invalidSyntax');
  if (operations.length > MOST_OPERATIONS) {
    throw new ScimError(400, `A request has at most ${MOST_OPERATIONS} operations.`, 'tooMany');
  }
  return operations.map(readOperation);
}

function readOperation(operation: unknown): PatchOperation {
  if (!isObject(operation)) throw new ScimError(400, 'An operation must be an object.', 'invalidSyntax');
  const op = String(attribute(operation, 'op')).toLowerCase();
  if (op !== 'add' && op !== 'remove' && op !== 'replace') {
    throw new ScimError(400, 'op must be add, remove or replace.', 'invalidSyntax');
  }
  const path = attribute(operation, 'path');
  if (path !== undefined && path !== null && typeof path !== 'string') throw invalidPath(String(path));
  if (op === 'remove' && !path) throw new ScimError(400, 'remove needs a path.', 'invalidPath');
  return { op, path: path ? normalised(path) : undefined, value: attribute(operation, 'value') };
}

function normalised(path: string): string {
  if ((path.match(/\[/g)?.length ?? 0) !== (path.match(/\]/g)?.length ?? 0)) throw invalidPath(path);
  return path.trim().toLowerCase().replace(URN, '');
}

function invalidPath(path: string): ScimError {
  return new ScimError(400, `"${path}" is not a path.`, 'invalidPath');
}
