import { readFileSync } from 'node:fs';
import { Value } from '@sinclair/typebox/value';
import type { Command } from 'commander';
import {
  type LdapConfig,
  LdapConfigSchema,
  findInLdapDirectory,
  readLdapDirectory,
  removeLdapDirectory,
  setLdapDirectory,
  syncLdapDirectory,
} from '@stoa/contracts/users';
import { action } from '../base/command-line/action';
import { RefusedError, UsageError } from '../base/command-line/failures';
import { OrganizationOption, namedOrganization, organizationCommand } from './named-organization';
import { readPassword } from './passwords';

/** @throws UsageError that names what is wrong with the file */
function readConfig(file: string): LdapConfig {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (Value.Check(LdapConfigSchema, value)) return value;
  const [first] = Value.Errors(LdapConfigSchema, value);
  throw new UsageError(`${file}: ${first ? `${first.path || 'the file'}: ${first.message}` : 'not a configuration'}`);
}

function addSet(parent: Command): void {
  organizationCommand(parent, 'set', 'try a directory, and use it for an organization from now on')
    .requiredOption('--file <file>', 'JSON that says how it is reached (docs/operate/directories.md)')
    .option('--bind-password-file <file>', 'file whose first line is the password of bind_dn; "-" reads standard input')
    .action(
      action(async (tools, options: OrganizationOption & { file: string; bindPasswordFile?: string }) => {
        const config = readConfig(options.file);
        const password = options.bindPasswordFile === undefined ? null : readPassword(options.bindPasswordFile);
        const { organization } = await namedOrganization(tools, options);
        const { id: realmId, partition } = organization;
        const request = { realm_id: realmId, partition, config, bind_password: password };
        const { people } = await tools.session.call(setLdapDirectory, request);
        tools.output.result({ people }, `the directory is used; it has ${people} people`);
      }),
    );
}

function addShow(parent: Command): void {
  organizationCommand(parent, 'show', 'show how the directory of an organization is reached, and how it fares').action(
    action(async (tools, options: OrganizationOption) => {
      const { organization } = await namedOrganization(tools, options);
      const { directory } = await tools.session.call(readLdapDirectory, { realm_id: organization.id });
      const synced =
        directory?.synced_at === undefined || directory.synced_at === null
          ? 'never'
          : new Date(directory.synced_at * 1000).toISOString();
      const sentence = directory
        ? `${JSON.stringify(directory.config, null, 2)}\nsynchronised: ${synced}\nproblem: ${directory.problem ?? 'none'}`
        : 'there is no directory';
      tools.output.result({ directory }, sentence);
    }),
  );
}

function addRemove(parent: Command): void {
  organizationCommand(parent, 'remove', 'use the directory no more; its people keep their accounts').action(
    action(async (tools, options: OrganizationOption) => {
      const { organization } = await namedOrganization(tools, options);
      const { id: realmId, partition } = organization;
      await tools.session.call(removeLdapDirectory, { realm_id: realmId, partition });
      tools.output.result({ removed: true }, 'the directory is removed');
    }),
  );
}

function addSync(parent: Command): void {
  organizationCommand(parent, 'sync', 'make accounts what the directory says, now')
    .option('--dry-run', 'change nothing, and say what would be changed')
    .option('--force', 'deactivate however many have left')
    .action(
      action(async (tools, options: OrganizationOption & { dryRun?: boolean; force?: boolean }) => {
        const { organization } = await namedOrganization(tools, options);
        const report = await tools.session.call(syncLdapDirectory, {
          ...{ realm_id: organization.id, partition: organization.partition },
          ...{ is_dry_run: options.dryRun ?? false, is_forced: options.force ?? false },
        });
        const { changed, deactivated, reactivated, groups, skipped } = report;
        const counts = `${changed} changed, ${deactivated} deactivated, ${reactivated} reactivated, ${groups} groups`;
        tools.output.result(report, [options.dryRun ? `would be: ${counts}` : counts, ...skipped].join('\n'));
      }),
    );
}

function addFind(parent: Command): void {
  organizationCommand(
    parent,
    'find <name>',
    'show what the directory says of somebody, by what they type to sign in',
  ).action(
    action(async (tools, name: string, options: OrganizationOption) => {
      const { organization } = await namedOrganization(tools, options);
      const { person } = await tools.session.call(findInLdapDirectory, { realm_id: organization.id, name });
      if (!person) throw new RefusedError(`the directory has nobody, or several, for "${name}"`);
      const lines = Object.entries(person).map(([field, value]) => `${field}: ${value ?? 'not said'}`);
      tools.output.result({ person }, lines.join('\n'));
    }),
  );
}

export function addLdapCommands(program: Command): void {
  const parent = program.command('ldap').description('let an LDAP directory say who is in an organization');
  addSet(parent);
  addShow(parent);
  addRemove(parent);
  addSync(parent);
  addFind(parent);
}
