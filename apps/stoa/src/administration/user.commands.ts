import type { Command } from 'commander';
import type { Actor, RpcRequest } from '@stoa/contracts/rpc';
import {
  applyUserChanges,
  createUser,
  deactivateUser,
  endSessionsOfUser,
  reactivateUser,
  regenerateApiKey,
  resetSecondFactors,
} from '@stoa/contracts/users';
import { ActionTools, action } from '../base/command-line/action';
import { UsageError } from '../base/command-line/failures';
import { rightsOf } from './account-rights';
import { AccountRow } from './administration.repository';
import { OrganizationOption, organizationCommand, namedOrganization } from './named-organization';
import { generatePassword, readPassword } from './passwords';
import { addRightCommands } from './right.commands';
import { ROLE_NAMES, roleCode, roleName } from './role-names';

function described(row: AccountRow) {
  return {
    id: row.id,
    email: row.deliveryEmail,
    name: row.fullName,
    role: roleName(row.role),
    rights: rightsOf(row),
    active: row.isActive,
    created: row.createdAt.toISOString(),
  };
}

function addList(parent: Command): void {
  organizationCommand(parent, 'list', 'list the people of an organization')
    .option('--role <role>', `only those with this role: ${ROLE_NAMES.join(', ')}`)
    .action(
      action(async (tools, options: OrganizationOption & { role?: string }) => {
        const role = options.role === undefined ? null : roleCode(options.role);
        const { directory, organization } = await namedOrganization(tools, options);
        const rows = await directory.repository.accounts(organization.id, 'human');
        tools.output.list(
          rows.filter((row) => role === null || row.role === role).map(described),
          'there are no such users',
        );
      }),
    );
}

interface CreateOptions extends OrganizationOption {
  email: string;
  name: string;
  role: string;
  passwordFile?: string;
}

function addCreate(parent: Command): void {
  organizationCommand(parent, 'create', 'create an account; clients of the organization see it at once')
    .requiredOption('--email <address>', 'address of the account')
    .requiredOption('--name <text>', 'full name')
    .option('--role <role>', ROLE_NAMES.join(', '), 'member')
    .option(
      '--password-file <file>',
      'file whose first line is the password; "-" reads standard input (default: generated)',
    )
    .action(
      action(async (tools, options: CreateOptions) => {
        const { session, output } = tools;
        const role = roleCode(options.role);
        const password = options.passwordFile ? readPassword(options.passwordFile) : generatePassword();
        const { directory, organization } = await namedOrganization(tools, options);
        const owner = await directory.ownerOf(organization);
        const request = { email: options.email, full_name: options.name, password };
        const { user_id: id } = await session.call(createUser, request, owner);
        if (options.role !== 'member') await changeRole(tools, owner, id, role);
        const secret = options.passwordFile ? {} : { password };
        output.result(
          { id, email: options.email, role: options.role, ...secret },
          `user ${id} is ${options.email}${options.passwordFile ? '' : `\npassword: ${password}`}`,
        );
      }),
    );
}

async function changeRole(
  { session }: ActionTools,
  owner: Actor,
  userId: number,
  role: RpcRequest<typeof applyUserChanges>['role'],
): Promise<void> {
  await session.call(applyUserChanges, { user_id: userId, role }, owner);
}

function addRole(parent: Command): void {
  const description = `change the role of a user (id or address): ${ROLE_NAMES.join(', ')}`;
  organizationCommand(parent, 'role <user> <role>', description).action(
    action(async (tools, user: string, role: string, options: OrganizationOption) => {
      const code = roleCode(role);
      const { directory, organization } = await namedOrganization(tools, options);
      const account = await directory.account(organization, user, 'human');
      await changeRole(tools, await directory.ownerOf(organization), account.id, code);
      tools.output.result({ id: account.id, role }, `user ${account.id} is ${role}`);
    }),
  );
}

function addKey(parent: Command): void {
  const description = 'end every API key of a user and show a new one; its clients have to sign in again';
  organizationCommand(parent, 'rotate-key <user>', description).action(
    action(async (tools, user: string, options: OrganizationOption) => {
      const { directory, organization } = await namedOrganization(tools, options);
      const account = await directory.account(organization, user, 'human');
      if (!account.isActive) throw new UsageError(`user ${account.id} is deactivated`);
      const { api_key: key } = await tools.session.call(regenerateApiKey, {}, directory.actor(organization, account));
      tools.output.result({ id: account.id, api_key: key }, `API key of user ${account.id}: ${key}`);
    }),
  );
}

function addActivity(parent: Command): void {
  const change = (name: string, description: string, isActive: boolean): void => {
    organizationCommand(parent, `${name} <user>`, description).action(
      action(async (tools, user: string, options: OrganizationOption) => {
        const { directory, organization } = await namedOrganization(tools, options);
        const { id } = await directory.account(organization, user, 'human');
        const owner = await directory.ownerOf(organization);
        if (isActive) await tools.session.call(reactivateUser, { user_id: id }, owner);
        else await tools.session.call(deactivateUser, { user_id: id }, owner);
        tools.output.result({ id, active: isActive }, `user ${id} is ${isActive ? 'active' : 'deactivated'}`);
      }),
    );
  };
  change('deactivate', 'end the sessions of a user (id or address) and refuse new ones', false);
  change('reactivate', 'reactivate a user', true);
}

function addSignIns(parent: Command): void {
  organizationCommand(parent, 'log-out <user>', 'end all sessions of a user (id or address)')
    .option('--keys', 'end the API keys as well: phones and programs have to sign in again', false)
    .action(
      action(async (tools, user: string, { keys, ...options }: OrganizationOption & { keys: boolean }) => {
        const { directory, organization } = await namedOrganization(tools, options);
        const { id } = await directory.account(organization, user, 'human');
        const owner = await directory.ownerOf(organization);
        await tools.session.call(endSessionsOfUser, { user_id: id, also_api_keys: keys }, owner);
        const result = { id, signed_out: true, keys_ended: keys };
        tools.output.result(result, `user ${id} is signed out${keys ? ', and has no API key' : ''}`);
      }),
    );
  const description = 'remove the authenticator app, recovery codes and passkeys of a user who has lost them';
  organizationCommand(parent, 'reset-factors <user>', description).action(
    action(async (tools, user: string, options: OrganizationOption) => {
      const { directory, organization } = await namedOrganization(tools, options);
      const { id } = await directory.account(organization, user, 'human');
      await tools.session.call(resetSecondFactors, { user_id: id }, await directory.ownerOf(organization));
      tools.output.result({ id, reset: true }, `user ${id} has no second factors`);
    }),
  );
}

export function addUserCommands(program: Command): void {
  const parent = program.command('users').description('create and list people, change roles and rights, rotate keys');
  addList(parent);
  addCreate(parent);
  addRole(parent);
  addRightCommands(parent, 'user');
  addKey(parent);
  addActivity(parent);
  addSignIns(parent);
}
