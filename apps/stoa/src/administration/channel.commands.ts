import { endChannelEmailAddresses } from '@stoa/contracts/channels';
import type { Command } from 'commander';
import { action } from '../base/command-line/action';
import { RefusedError } from '../base/command-line/failures';
import { OrganizationOption, namedOrganization, organizationCommand } from './named-organization';

export function addChannelCommands(program: Command): void {
  const parent = program.command('channels').description('what operators do to channels');
  organizationCommand(
    parent,
    'end-addresses <channel>',
    'end the addresses by which mail comes to a channel (id or name), whoever was given them',
  ).action(
    action(async (tools, reference: string, options: OrganizationOption) => {
      const { directory, organization } = await namedOrganization(tools, options);
      const channel = await directory.repository.channel(organization.id, reference);
      if (!channel) throw new RefusedError(`there is no channel "${reference}" in "${options.organization}"`);
      const request = { stream_id: channel.id, everybody: true };
      await tools.session.call(endChannelEmailAddresses, request, await directory.ownerOf(organization));
      tools.output.result({ id: channel.id, ended: true }, `mail to the addresses of channel ${channel.id} is refused`);
    }),
  );
}
