import type { Command } from 'commander';
import { namePairText, readNamePair } from '@stoa/policy';
import { createScimToken, listScimTokens, revokeScimToken } from '@stoa/contracts/users';
import { action } from '../base/command-line/action';
import { UsageError } from '../base/command-line/failures';
import { OrganizationOption, namedOrganization, organizationCommand } from './named-organization';
import { positiveNumber } from './positive-number';

interface CreateOptions extends OrganizationOption {
  name: string;
  days?: string;
  splitNames?: boolean;
  guestsWithoutChannels?: boolean;
  acceptDeletions?: boolean;
  adoptGroups?: boolean;
  profileFields?: string[];
}

/** @throws UsageError */
function mappedField(text: string): { external: string; local: string } {
  const { external, local = '' } = readNamePair(text);
  if (external === '' || local === '') throw new UsageError(`"${text}" must be "ATTRIBUTE => FIELD"`);
  return { external, local };
}

function timeText(seconds: number | null): string {
  return seconds === null ? 'never' : new Date(seconds * 1000).toISOString();
}

function addCreate(parent: Command): void {
  organizationCommand(parent, 'create', 'make a token for the identity provider of an organization, and show it once')
    .requiredOption('--name <text>', 'what you call it, "Okta" for instance')
    .option('--days <number>', 'days that it lives (default: until it is revoked)')
    .option('--split-names', 'give names in two parts, as Okta wants them')
    .option('--guests-without-channels', 'new guests begin in no channel')
    .option('--accept-deletions', 'DELETE of a user deactivates the account, as Entra ID wants it')
    .option('--adopt-groups', 'a new group takes over the one that has its name already')
    .option('--profile-fields <names...>', 'attributes that are profile fields: "ATTRIBUTE => FIELD"')
    .action(
      action(async (tools, options: CreateOptions) => {
        const expiresInDays = options.days === undefined ? null : positiveNumber(options.days, 'the number of days');
        const { directory, organization } = await namedOrganization(tools, options);
        const made = await tools.session.call(createScimToken, {
          realm_id: organization.id,
          partition: organization.partition,
          name: options.name,
          gives_whole_names: !options.splitNames,
          creates_guests_without_channels: options.guestsWithoutChannels ?? false,
          accepts_deletions: options.acceptDeletions ?? false,
          adopts_groups: options.adoptGroups ?? false,
          profile_fields: (options.profileFields ?? []).map(mappedField),
          expires_in_days: expiresInDays,
        });
        const url = `${directory.urlOf(organization)}/scim/v2`;
        tools.output.result(
          { id: made.id, url, token: made.token },
          `token ${made.id}, shown this once: ${made.token}\naddress for the provider: ${url}`,
        );
      }),
    );
}

function addList(parent: Command): void {
  organizationCommand(parent, 'list', 'list the tokens of an organization').action(
    action(async (tools, options: OrganizationOption) => {
      const { organization } = await namedOrganization(tools, options);
      const { tokens } = await tools.session.call(listScimTokens, { realm_id: organization.id });
      const rows = tokens.map((token) => ({
        id: token.id,
        name: token.name,
        created: timeText(token.created_at),
        expires: timeText(token.expires_at),
        used: timeText(token.last_used_at),
        'split names': !token.gives_whole_names,
        'accepts deletions': token.accepts_deletions,
        'adopts groups': token.adopts_groups,
        'profile fields': (token.profile_fields ?? []).map(namePairText).join(', '),
      }));
      tools.output.list(rows, 'there are no tokens');
    }),
  );
}

function addRevoke(parent: Command): void {
  organizationCommand(parent, 'revoke <token>', 'refuse a token (its id) from now on').action(
    action(async (tools, given: string, options: OrganizationOption) => {
      const tokenId = positiveNumber(given, 'the id of a token');
      const { organization } = await namedOrganization(tools, options);
      const { id: realmId, partition } = organization;
      await tools.session.call(revokeScimToken, { realm_id: realmId, partition, token_id: tokenId });
      tools.output.result({ id: tokenId, revoked: true }, `token ${tokenId} is revoked`);
    }),
  );
}

export function addScimCommands(program: Command): void {
  const scim = program.command('scim').description('let identity providers provision people and groups');
  const parent = scim.command('token').description('make, list and revoke tokens of identity providers');
  addCreate(parent);
  addList(parent);
  addRevoke(parent);
}
