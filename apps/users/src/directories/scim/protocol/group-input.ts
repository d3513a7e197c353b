import { ScimError, invalidValue } from './scim-error';
import { readOperations } from './patch-operations';
import { type JsonObject, attribute, isObject, textOf } from './scim-json';

/** What a provider says of a group; what it does not mention stays as it is. */
export interface GroupInput {
  displayName?: string;
  externalId?: string | null;
  /** Ids of users as they were sent, each once. */
  memberIds?: string[];
}

/** A step of a PATCH. Members change by steps, never as a whole list that was read before (identity.md 8.4). */
export type GroupStep =
  | { kind: 'describe'; input: GroupInput }
  | { kind: 'add' | 'remove' | 'replace'; memberIds: readonly string[] }
  | { kind: 'clear' };

const MEMBER = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/;

/** A group of a POST or PUT. @throws ScimError 400 */
export function readGroup(body: JsonObject): GroupInput {
  const input: GroupInput = {};
  const displayName = textOf(attribute(body, 'displayName'), 'displayName')?.trim();
  if (displayName !== undefined) input.displayName = displayName;
  const externalId = attribute(body, 'externalId');
  if (externalId !== undefined) input.externalId = textOf(externalId, 'externalId') ?? null;
  const members = attribute(body, 'members');
  if (members !== undefined && members !== null) input.memberIds = memberIds(members);
  return input;
}

/** The steps of a PATCH, in order. @param id of the group, which a value may repeat @throws ScimError 400 */
export function readGroupPatch(body: JsonObject, id: string): GroupStep[] {
  return readOperations(body).flatMap(({ op, path, value }): GroupStep[] => {
    if (path === undefined) return stepsOfObject(op, value, id);
    const member = MEMBER.exec(path)?.[1];
    if (member !== undefined) return [{ kind: op === 'remove' ? 'remove' : 'add', memberIds: [member] }];
    if (path === 'members') return [membersStep(op, value)];
    if (path !== 'displayname' && path !== 'externalid') return [];
    if (op === 'remove' && path === 'displayname')
      throw new ScimError(400, 'displayName cannot be removed.', 'mutability');
    const given = path === 'displayname' ? { displayName: value } : { externalId: op === 'remove' ? null : value };
    return [{ kind: 'describe', input: readGroup(given) }];
  });
}

function stepsOfObject(op: 'add' | 'remove' | 'replace', value: unknown, id: string): GroupStep[] {
  if (!isObject(value)) throw invalidValue('An operation without a path needs an object as its value.');
  const given = attribute(value, 'id');
  if (given !== undefined && String(given) !== id) throw new ScimError(400, 'id cannot be changed.', 'mutability');
  const { memberIds: members, ...input } = readGroup(value);
  const steps: GroupStep[] = Object.keys(input).length > 0 ? [{ kind: 'describe', input }] : [];
  if (members) steps.push({ kind: op, memberIds: members });
  return steps;
}

/** Without a value only a removal says what it wants: everybody out. */
function membersStep(op: 'add' | 'remove' | 'replace', value: unknown): GroupStep {
  if (value === undefined || value === null) {
    if (op === 'remove') return { kind: 'clear' };
    throw invalidValue(`${op} of members needs a value.`);
  }
  return { kind: op, memberIds: memberIds(value) };
}

/** One member or a list; the id is a text as RFC 7643 says, or a number. */
function memberIds(value: unknown): string[] {
  const members: unknown[] = Array.isArray(value) ? value : [value];
  const ids = members.map((member) => {
    if (!isObject(member)) throw invalidValue('A member must be an object with a value.');
    if (String(attribute(member, 'type') ?? 'User').toLowerCase() === 'group') {
      throw invalidValue('Groups in groups are not supported.');
    }
    const id = attribute(member, 'value');
    if (typeof id === 'number') return String(id);
    const text = textOf(id, 'value');
    if (text === undefined) throw invalidValue('A member must have a value.');
    return text;
  });
  return [...new Set(ids)];
}
