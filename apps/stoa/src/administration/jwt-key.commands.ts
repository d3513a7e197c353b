import type { Command } from 'commander';
import { addJwtKey, listJwtKeys, removeJwtKey } from '@stoa/contracts/users';
import { JWT_ALGORITHMS } from '@stoa/policy';
import { action } from '../base/command-line/action';
import { OrganizationOption, namedOrganization, organizationCommand } from './named-organization';
import { readSecretFile } from './passwords';

interface AddOptions extends OrganizationOption {
  keyFile: string;
  algorithm: string;
  longLife: boolean;
}

function addAdd(parent: Command): void {
  organizationCommand(parent, 'add <name>', 'accept tokens that are signed with a key')
    .requiredOption('--key-file <file>', 'file with the secret or the public key (PEM); "-" reads standard input')
    .option('--algorithm <name>', JWT_ALGORITHMS.join(', '), 'HS256')
    .option('--long-life', 'accept tokens that end later than in five minutes, or never', false)
    .action(
      action(async (tools, name: string, { keyFile, algorithm, longLife, ...options }: AddOptions) => {
        const { directory, organization } = await namedOrganization(tools, options);
        const owner = await directory.ownerOf(organization);
        const request = { name, algorithm, key: readSecretFile(keyFile), allows_long_life: longLife };
        await tools.session.call(addJwtKey, request, owner);
        tools.output.result({ name, algorithm }, `tokens signed with "${name}" (${algorithm}) are accepted`);
      }),
    );
}

function addList(parent: Command): void {
  organizationCommand(parent, 'list', 'list the keys of tokens; the keys themselves are not shown').action(
    action(async (tools, options: OrganizationOption) => {
      const { directory, organization } = await namedOrganization(tools, options);
      const { keys } = await tools.session.call(listJwtKeys, {}, await directory.ownerOf(organization));
      const rows = keys.map((key) => ({
        name: key.name,
        algorithm: key.algorithm,
        long_life: key.allows_long_life,
        created: new Date(key.created_at * 1000).toISOString(),
      }));
      tools.output.list(rows, 'no tokens are accepted');
    }),
  );
}

function addRemove(parent: Command): void {
  organizationCommand(parent, 'remove <name>', 'accept tokens of a key no longer').action(
    action(async (tools, name: string, options: OrganizationOption) => {
      const { directory, organization } = await namedOrganization(tools, options);
      await tools.session.call(removeJwtKey, { name }, await directory.ownerOf(organization));
      tools.output.result({ name }, `tokens signed with "${name}" are refused`);
    }),
  );
}

export function addJwtKeyCommands(program: Command): void {
  const parent = program.command('jwt-keys').description('keys of tokens with which programs sign people in');
  addAdd(parent);
  addList(parent);
  addRemove(parent);
}
