import type { Command } from 'commander';
import { type MailSuspension, clearMailSuspensions, listAllMailSuspensions } from '@stoa/contracts/push';
import { type ActionTools, action } from '../base/command-line/action';
import { type Chosen, OF_ORGANIZATION, chosenIds, realmIdOf } from './chosen-rows';

const PAGE = 1_000;

/** Users whose mails are suspended, because they came back or were complained about. */
export function addMailSuspensionCommands(program: Command): void {
  const parent = program.command('mail-suspensions').description('users whose mails are suspended');
  parent
    .command('list')
    .description('list them, with what the mail server said')
    .option(...OF_ORGANIZATION)
    .action(
      action(async (tools, options: Chosen) => {
        const suspensions = await allOf(tools, await realmIdOf(tools, options));
        const rows = suspensions.map(({ realmId: realm, userId: user, since, ...suspension }) => {
          const { address, reason, status, detail } = suspension;
          return { realm, user, address, reason, status, since: new Date(since * 1_000).toISOString(), detail };
        });
        tools.output.list(rows, 'mails are sent to everybody');
      }),
    );
  parent
    .command('clear [users...]')
    .description('send mails to these users again')
    .option('--all', 'to all of them')
    .option(...OF_ORGANIZATION)
    .action(
      action(async (tools, users: string[], options: Chosen) => {
        const userIds = chosenIds(users, 'users', options.all);
        const request = { realmId: await realmIdOf(tools, options), userIds };
        const { count } = await tools.session.call(clearMailSuspensions, request);
        tools.output.result({ count }, `${count} get mails again`);
      }),
    );
}

async function allOf({ session }: ActionTools, realmId: number | null): Promise<MailSuspension[]> {
  const found: MailSuspension[] = [];
  for (let afterUserId = 0; ;) {
    const { suspensions } = await session.call(listAllMailSuspensions, { realmId, afterUserId, limit: PAGE });
    found.push(...suspensions);
    const last = suspensions.at(-1);
    if (!last || suspensions.length < PAGE) return found;
    afterUserId = last.userId;
  }
}
