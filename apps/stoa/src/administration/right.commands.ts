import type { Command } from 'commander';
import { isAdministrator } from '@stoa/policy';
import { action } from '../base/command-line/action';
import { ACCOUNT_RIGHTS, accountRight, needsAdministrator } from './account-rights';
import { OrganizationOption, namedOrganization, organizationCommand } from './named-organization';

/** Commands about rights of people (`user`) or of bots. */
type Noun = 'user' | 'bot';

function addChange(parent: Command, noun: Noun, isGiven: boolean): void {
  const name = isGiven ? 'grant' : 'revoke';
  const description = `${isGiven ? 'give' : 'take from'} a ${noun} (id or address) what only operators give`;
  organizationCommand(parent, `${name} <${noun}> <right>`, `${description}: ${ACCOUNT_RIGHTS.join(', ')}`).action(
    action(async (tools, reference: string, rightName: string, options: OrganizationOption) => {
      const right = accountRight(rightName);
      const { directory, organization } = await namedOrganization(tools, options);
      const account = await directory.account(organization, reference, noun === 'bot' ? 'bot' : 'human');
      await directory.repository.setRight(organization, { accountId: account.id, right, isGiven });
      if (isGiven && needsAdministrator(right) && !isAdministrator(account))
        tools.output.note(`${right} has no effect before ${noun} ${account.id} is an administrator`);
      const sentence = `${noun} ${account.id} has ${isGiven ? '' : 'no '}${right}`;
      tools.output.result({ id: account.id, [right]: isGiven }, sentence);
    }),
  );
}

/** `grant` and `revoke`. */
export function addRightCommands(parent: Command, noun: Noun): void {
  addChange(parent, noun, true);
  addChange(parent, noun, false);
}
