import type { Command } from 'commander';
import { ActionTools } from '../base/command-line/action';
import { OrganizationRow } from './administration.repository';
import { OrganizationDirectory } from './organization-directory';

/** Option of every command about something inside of an organization. */
export interface OrganizationOption {
  organization: string;
}

/** The organization that a command line names, and the way to what is in it. */
export interface NamedOrganization {
  directory: OrganizationDirectory;
  organization: OrganizationRow;
}

/** A command about something inside of an organization. */
export function organizationCommand(parent: Command, nameAndArguments: string, description: string): Command {
  return parent
    .command(nameAndArguments)
    .description(description)
    .requiredOption('-o, --organization <subdomain>', 'its subdomain; "root" for the one at the base host');
}

/** @throws RefusedError if there is no such organization */
export async function namedOrganization(
  { session }: ActionTools,
  { organization }: OrganizationOption,
): Promise<NamedOrganization> {
  const directory = new OrganizationDirectory(session);
  return { directory, organization: await directory.organization(organization) };
}
