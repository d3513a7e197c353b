import { badRequest } from '@stoa/errors';

/** Code points (organization.md 1.9). */
const LONGEST_NAME = 60;

/** @throws DomainError with the texts of channels.md 10 */
export function checkDefaultGroupName(name: string): void {
  if (name.trim() === '') throw badRequest(`Invalid default channel group name '${name}'`);
  if ([...name].length > LONGEST_NAME) {
    throw badRequest(`Default channel group name too long (limit: ${LONGEST_NAME} characters)`);
  }
  if (name.includes('\0')) {
    throw badRequest(`Default channel group name '${name}' contains NULL (0x00) characters.`);
  }
}
