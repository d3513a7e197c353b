import { Role } from '@stoa/policy';
import { UsageError } from '../base/command-line/failures';

type RoleCode = (typeof Role)[keyof typeof Role];

const CODES: Readonly<Record<string, RoleCode>> = {
  owner: Role.Owner,
  administrator: Role.Administrator,
  moderator: Role.Moderator,
  member: Role.Member,
  guest: Role.Guest,
};
export const ROLE_NAMES: readonly string[] = Object.keys(CODES);

/** @throws UsageError */
export function roleCode(name: string): RoleCode {
  const code = Object.hasOwn(CODES, name) ? CODES[name] : undefined;
  if (code === undefined) throw new UsageError(`the role must be one of ${ROLE_NAMES.join(', ')}`);
  return code;
}

export function roleName(code: number): string {
  return Object.entries(CODES).find(([, known]) => known === code)?.[0] ?? String(code);
}
