import type { Command } from 'commander';
import { DeadLetter, discardPushDeadLetters, listPushDeadLetters, replayPushDeadLetters } from '@stoa/contracts/push';
import { OrganizationDirectory } from '../administration/organization-directory';
import { ActionTools, action } from '../base/command-line/action';
import { UsageError } from '../base/command-line/failures';

const PAGE = 1_000;

interface Chosen {
  organization?: string;
  all?: boolean;
}

async function realmIdOf({ session }: ActionTools, { organization }: Chosen): Promise<number | null> {
  if (organization === undefined) return null;
  return (await new OrganizationDirectory(session).organization(organization)).id;
}

async function* lettersOf({ session }: ActionTools, realmId: number | null): AsyncGenerator<DeadLetter> {
  for (let afterId = 0; ;) {
    const { letters } = await session.call(listPushDeadLetters, { realmId, afterId, limit: PAGE });
    yield* letters;
    const last = letters.at(-1);
    if (!last || letters.length < PAGE) return;
    afterId = last.id;
  }
}

function described(letter: DeadLetter) {
  return {
    id: letter.id,
    realm: letter.realmId,
    user: letter.userId,
    message: letter.messageId,
    trigger: letter.trigger,
    attempts: letter.attempts,
    failed: new Date(letter.failedAt * 1_000).toISOString(),
    failure: letter.failure,
  };
}

/** Forgetting everything by forgetting an argument must not be possible. @returns null for all @throws UsageError */
function chosenIds(ids: readonly string[], all: boolean | undefined): number[] | null {
  if (Boolean(all) === ids.length > 0) throw new UsageError('give the ids of dead letters, or --all');
  const numbers = ids.map(Number);
  if (!numbers.every(Number.isSafeInteger)) throw new UsageError('ids must be whole numbers');
  return all ? null : numbers;
}

export function addDeadLetterCommands(program: Command): void {
  const parent = program.command('dead-letters').description('notifications that failed for good');
  const organization = ['-o, --organization <subdomain>', 'only those of this organization'] as const;
  parent
    .command('list')
    .description('list them, oldest first, with the reason that the push relay gave')
    .option(...organization)
    .action(
      action(async (tools, options: Chosen) => {
        const letters: DeadLetter[] = [];
        for await (const letter of lettersOf(tools, await realmIdOf(tools, options))) letters.push(letter);
        tools.output.list(letters.map(described), 'there are no dead letters');
      }),
    );
  const change = (
    name: string,
    description: string,
    contract: typeof replayPushDeadLetters | typeof discardPushDeadLetters,
    said: string,
  ): void => {
    parent
      .command(`${name} [ids...]`)
      .description(description)
      .option('--all', 'all of them')
      .option(...organization)
      .action(
        action(async (tools, ids: string[], options: Chosen) => {
          const chosen = chosenIds(ids, options.all);
          const request = { realmId: await realmIdOf(tools, options), ids: chosen };
          const { count } = await tools.session.call(contract, request);
          tools.output.result({ count }, `${count} ${said}`);
        }),
      );
  };
  change('replay', 'send them again, with a new deadline', replayPushDeadLetters, 'will be sent again');
  change('discard', 'delete them', discardPushDeadLetters, 'are deleted');
}
