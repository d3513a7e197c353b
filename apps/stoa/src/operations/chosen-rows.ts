import { OrganizationDirectory } from '../administration/organization-directory';
import type { ActionTools } from '../base/command-line/action';
import { UsageError } from '../base/command-line/failures';

/** Which rows a command is about. */
export interface Chosen {
  organization?: string;
  all?: boolean;
}

/** The option of commands that may be restricted to an organization. */
export const OF_ORGANIZATION = ['-o, --organization <subdomain>', 'only those of this organization'] as const;

/** @returns null for all organizations @throws RefusedError for one that does not exist */
export async function realmIdOf({ session }: ActionTools, { organization }: Chosen): Promise<number | null> {
  if (organization === undefined) return null;
  return (await new OrganizationDirectory(session).organization(organization)).id;
}

/**
 * Changing everything by forgetting an argument must not be possible.
 * @param of what the ids are of, in the plural
 * @returns null for all
 * @throws UsageError
 */
export function chosenIds(ids: readonly string[], of: string, all: boolean | undefined): number[] | null {
  if (Boolean(all) === ids.length > 0) throw new UsageError(`give the ids of ${of}, or --all`);
  const numbers = ids.map(Number);
  if (!numbers.every(Number.isSafeInteger)) throw new UsageError('ids must be whole numbers');
  return all ? null : numbers;
}
