import type { Command } from 'commander';
import {
  DeadLetter,
  MailDeadLetter,
  discardMailDeadLetters,
  discardPushDeadLetters,
  listMailDeadLetters,
  listPushDeadLetters,
  replayMailDeadLetters,
  replayPushDeadLetters,
} from '@stoa/contracts/push';
import { ActionTools, action } from '../base/command-line/action';
import { type Chosen, OF_ORGANIZATION, chosenIds, realmIdOf } from './chosen-rows';

const PAGE = 1_000;

/** Letters of one kind, and what may be done with them. */
interface Letters<Letter extends { id: number }> {
  command: string;
  description: string;
  /** Who gave the reason. */
  reasonOf: string;
  page: (tools: ActionTools, realmId: number | null, afterId: number) => Promise<readonly Letter[]>;
  described: (letter: Letter) => Readonly<Record<string, string | number | null>>;
  replay: typeof replayPushDeadLetters | typeof replayMailDeadLetters;
  discard: typeof discardPushDeadLetters | typeof discardMailDeadLetters;
}

async function* lettersOf<Letter extends { id: number }>(
  { page }: Letters<Letter>,
  tools: ActionTools,
  realmId: number | null,
): AsyncGenerator<Letter> {
  for (let afterId = 0; ;) {
    const letters = await page(tools, realmId, afterId);
    yield* letters;
    const last = letters.at(-1);
    if (!last || letters.length < PAGE) return;
    afterId = last.id;
  }
}

/** What letters of both kinds have. */
function outcomeOf({ attempts, failedAt, failure }: Pick<DeadLetter, 'attempts' | 'failedAt' | 'failure'>) {
  return { attempts, failed: new Date(failedAt * 1_000).toISOString(), failure };
}

const PUSH: Letters<DeadLetter> = {
  command: 'dead-letters',
  description: 'notifications that failed for good',
  reasonOf: 'push relay',
  page: async ({ session }, realmId, afterId) =>
    (await session.call(listPushDeadLetters, { realmId, afterId, limit: PAGE })).letters,
  described: (letter) => ({
    id: letter.id,
    realm: letter.realmId,
    user: letter.userId,
    message: letter.messageId,
    trigger: letter.trigger,
    ...outcomeOf(letter),
  }),
  replay: replayPushDeadLetters,
  discard: discardPushDeadLetters,
};

const MAIL: Letters<MailDeadLetter> = {
  command: 'mail-dead-letters',
  description: 'mails that failed for good',
  reasonOf: 'mail server',
  page: async ({ session }, realmId, afterId) =>
    (await session.call(listMailDeadLetters, { realmId, afterId, limit: PAGE })).letters,
  described: (letter) => ({
    id: letter.id,
    realm: letter.realmId,
    user: letter.userId,
    kind: letter.kind,
    ...outcomeOf(letter),
  }),
  replay: replayMailDeadLetters,
  discard: discardMailDeadLetters,
};

export function addDeadLetterCommands(program: Command): void {
  addCommandsOf(program, PUSH);
  addCommandsOf(program, MAIL);
}

function addCommandsOf<Letter extends { id: number }>(program: Command, kind: Letters<Letter>): void {
  const parent = program.command(kind.command).description(kind.description);
  parent
    .command('list')
    .description(`list them, oldest first, with the reason that the ${kind.reasonOf} gave`)
    .option(...OF_ORGANIZATION)
    .action(
      action(async (tools, options: Chosen) => {
        const letters: Letter[] = [];
        for await (const letter of lettersOf(kind, tools, await realmIdOf(tools, options))) letters.push(letter);
        tools.output.list(letters.map(kind.described), 'there are no dead letters');
      }),
    );
  const change = (
    name: string,
    description: string,
    contract: Letters<Letter>['replay'] | Letters<Letter>['discard'],
    said: string,
  ): void => {
    parent
      .command(`${name} [ids...]`)
      .description(description)
      .option('--all', 'all of them')
      .option(...OF_ORGANIZATION)
      .action(
        action(async (tools, ids: string[], options: Chosen) => {
          const chosen = chosenIds(ids, 'dead letters', options.all);
          const request = { realmId: await realmIdOf(tools, options), ids: chosen };
          const { count } = await tools.session.call(contract, request);
          tools.output.result({ count }, `${count} ${said}`);
        }),
      );
  };
  change('replay', 'send them again, with a new deadline', kind.replay, 'will be sent again');
  change('discard', 'delete them', kind.discard, 'are deleted');
}
