import type { Command } from 'commander';
import { endSessionsOfRealm } from '@stoa/contracts/users';
import { action } from '../base/command-line/action';
import { UsageError } from '../base/command-line/failures';
import { OrganizationRow } from './administration.repository';
import { OrganizationDirectory, displayedSubdomain } from './organization-directory';
import { OrganizationsService } from './organizations.service';
import { generatePassword, readPassword } from './passwords';

interface CreateOptions {
  subdomain: string;
  name: string;
  ownerEmail: string;
  ownerName: string;
  passwordFile?: string;
  open: boolean;
}

interface DeactivateOptions {
  yes?: boolean;
  movedTo?: string;
}

function described(row: OrganizationRow, url: string) {
  return {
    id: row.id,
    subdomain: displayedSubdomain(row.subdomain),
    name: row.name,
    url,
    users: row.users,
    bots: row.bots,
    active: row.isActive,
    created: row.createdAt.toISOString(),
  };
}

function addCreate(parent: Command): void {
  parent
    .command('create')
    .description('create an organization with its first owner')
    .requiredOption('--subdomain <name>', 'its subdomain; "root" for the organization at the base host')
    .requiredOption('--name <text>', 'its name')
    .requiredOption('--owner-email <address>', 'address of the first owner')
    .requiredOption('--owner-name <text>', 'full name of the first owner')
    .option(
      '--password-file <file>',
      'file whose first line is the owner’s password; "-" reads standard input (default: generated)',
    )
    .option('--open', 'people may join without an invitation', false)
    .action(
      action(async ({ session, output }, options: CreateOptions) => {
        const directory = new OrganizationDirectory(session);
        const password = options.passwordFile ? readPassword(options.passwordFile) : generatePassword();
        const organizations = new OrganizationsService(session, directory);
        const made = await organizations.create({
          ...options,
          password,
          isInviteOnly: !options.open,
        });
        const secret = options.passwordFile ? {} : { password };
        output.result(
          {
            id: made.id,
            url: made.url,
            owner: { id: made.ownerId, email: options.ownerEmail, api_key: made.apiKey, ...secret },
          },
          [
            `organization ${made.id} is at ${made.url}`,
            `owner: ${options.ownerEmail} (user ${made.ownerId})`,
            `API key: ${made.apiKey}`,
            ...(options.passwordFile ? [] : [`password: ${password}`]),
          ].join('\n'),
        );
        // The organization is there, and its secrets are shown: without mails it is as good.
        try {
          await organizations.welcomeOwner(await directory.organization(options.subdomain));
        } catch (error) {
          output.note(`the owner is not welcomed by mail: ${error instanceof Error ? error.message : String(error)}`);
        }
      }),
    );
}

function addList(parent: Command): void {
  parent
    .command('list')
    .description('list the organizations')
    .action(
      action(async ({ session, output }) => {
        const directory = new OrganizationDirectory(session);
        const rows = await directory.repository.organizations();
        output.list(
          rows.map((row) => described(row, directory.urlOf(row))),
          'there are no organizations',
        );
      }),
    );
}

function addActivity(parent: Command): void {
  parent
    .command('deactivate <subdomain>')
    .description('end all sessions of an organization and refuse new ones; its data is kept')
    .option('--moved-to <url>', 'address of its successor, to which its pages lead')
    .option('--yes', 'confirm')
    .action(
      action(async ({ session, output }, subdomain: string, { yes, movedTo }: DeactivateOptions) => {
        if (!yes) throw new UsageError(`deactivating "${subdomain}" ends everybody’s sessions; confirm with --yes`);
        const directory = new OrganizationDirectory(session);
        const organization = await directory.organization(subdomain);
        await new OrganizationsService(session, directory).deactivate(organization, movedTo ?? null);
        output.result({ id: organization.id, active: false }, `"${subdomain}" is deactivated`);
      }),
    );
  parent
    .command('reactivate <subdomain>')
    .description('undo a deactivation')
    .action(
      action(async ({ session, output }, subdomain: string) => {
        const directory = new OrganizationDirectory(session);
        const organization = await directory.organization(subdomain);
        await new OrganizationsService(session, directory).reactivate(organization);
        output.result({ id: organization.id, active: true }, `"${subdomain}" is active`);
      }),
    );
  parent
    .command('send-reactivation <subdomain>')
    .description('mail the owners of a deactivated organization links by which they activate it again within a day')
    .action(
      action(async ({ session, output }, subdomain: string) => {
        const directory = new OrganizationDirectory(session);
        const organization = await directory.organization(subdomain);
        const sent = await new OrganizationsService(session, directory).sendReactivationLinks(organization);
        output.result({ id: organization.id, sent }, `${sent} mails to owners of "${subdomain}" were sent`);
      }),
    );
}

function addDrawAvatars(parent: Command): void {
  parent
    .command('draw-avatars <subdomain>')
    .description('draw the avatars that a hosted service makes of addresses, also those of accounts to come')
    .action(
      action(async ({ session, output }, subdomain: string) => {
        const directory = new OrganizationDirectory(session);
        const organization = await directory.organization(subdomain);
        const moved = await new OrganizationsService(session, directory).drawAvatars(organization);
        output.result({ id: organization.id, moved }, `${moved} accounts of "${subdomain}" have drawn avatars now`);
      }),
    );
}

function addLogOut(parent: Command): void {
  parent
    .command('log-out <subdomain>')
    .description('sign everybody of an organization out of all browsers')
    .option('--yes', 'confirm')
    .action(
      action(async ({ session, output }, subdomain: string, { yes }: { yes?: boolean }) => {
        if (!yes) throw new UsageError(`signing everybody of "${subdomain}" out ends all sessions; confirm with --yes`);
        const directory = new OrganizationDirectory(session);
        const organization = await directory.organization(subdomain);
        await session.call(endSessionsOfRealm, {}, await directory.ownerOf(organization));
        output.result({ id: organization.id, signed_out: true }, `everybody of "${subdomain}" is signed out`);
      }),
    );
}

export function addOrganizationCommands(program: Command): void {
  const parent = program.command('organizations').alias('orgs').description('create, list, deactivate organizations');
  addCreate(parent);
  addList(parent);
  addActivity(parent);
  addDrawAvatars(parent);
  addLogOut(parent);
}
