import type { Command } from 'commander';
import { type BotCall, listBotCalls, testBot } from '@stoa/contracts/messages';
import {
  createBotWithAvatar,
  deactivateBot,
  reactivateUser,
  regenerateBotApiKey,
  updateBotWithAvatar,
} from '@stoa/contracts/users';
import { ActionTools, action } from '../base/command-line/action';
import { UsageError } from '../base/command-line/failures';
import { rightsOf } from './account-rights';
import { AccountRow } from './administration.repository';
import { addBotDeliveryCommands } from './bot-deliveries.commands';
import { OrganizationOption, NamedOrganization, organizationCommand, namedOrganization } from './named-organization';
import { addRightCommands } from './right.commands';
import { ROLE_NAMES, roleCode, roleName } from './role-names';

const TYPES: Readonly<Record<string, number>> = {
  generic: 1,
  'incoming-webhook': 2,
  'outgoing-webhook': 3,
  embedded: 4,
};
const NO_FILES = { first: null, count: 0 };

function typeName(code: number | null): string {
  return Object.entries(TYPES).find(([, known]) => known === code)?.[0] ?? 'unknown';
}

function described(row: AccountRow) {
  return {
    id: row.id,
    email: row.email,
    name: row.fullName,
    type: typeName(row.botType),
    owner: row.botOwnerId,
    role: roleName(row.role),
    rights: rightsOf(row),
    active: row.isActive,
  };
}

interface CreateOptions extends OrganizationOption {
  name: string;
  shortName: string;
  owner: string;
  type: string;
  payloadUrl?: string;
  service?: string;
}

function addCreate(parent: Command): void {
  organizationCommand(parent, 'create', 'create a bot that a user owns')
    .requiredOption('--name <text>', 'full name')
    .requiredOption('--short-name <text>', 'its address is <text>-bot@…')
    .requiredOption('--owner <user>', 'id or address of the user who owns it')
    .option('--type <type>', Object.keys(TYPES).join(', '), 'generic')
    .option('--payload-url <url>', 'where an outgoing webhook posts to')
    .option('--service <name>', 'the tool of an incoming webhook, or the name of an embedded bot')
    .action(
      action(async (tools, options: CreateOptions) => {
        const botType = Object.hasOwn(TYPES, options.type) ? TYPES[options.type] : undefined;
        if (botType === undefined) throw new UsageError(`the type must be one of ${Object.keys(TYPES).join(', ')}`);
        const { directory, organization } = await namedOrganization(tools, options);
        const owner = await directory.account(organization, options.owner, 'human');
        const request = {
          full_name: options.name,
          short_name: options.shortName,
          bot_type: botType,
          payload_url: options.payloadUrl,
          interface_type: 1,
          service_name: options.service,
          config_data: {},
          files: NO_FILES,
        };
        const made = await tools.session.call(createBotWithAvatar, request, directory.actor(organization, owner));
        tools.output.result(
          { id: made.user_id, api_key: made.api_key },
          `bot ${made.user_id}, owned by user ${owner.id}\nAPI key: ${made.api_key}`,
        );
      }),
    );
}

function addList(parent: Command): void {
  organizationCommand(parent, 'list', 'list the bots of an organization').action(
    action(async (tools, options: OrganizationOption) => {
      const { directory, organization } = await namedOrganization(tools, options);
      const rows = await directory.repository.accounts(organization.id, 'bot');
      tools.output.list(rows.map(described), 'there are no bots');
    }),
  );
}

/** What an operator is told of a call: not what was said. */
function describedCall(call: BotCall) {
  return {
    id: call.id,
    time: new Date(call.started_at * 1_000).toISOString(),
    delivery: call.delivery_id,
    message: call.message_id,
    attempt: call.attempt,
    resend_of: call.resend_of,
    outcome: call.outcome,
    status: call.status,
    ms: call.duration_ms,
    failure: call.failure,
  };
}

function addCalls(parent: Command): void {
  organizationCommand(
    parent,
    'calls <bot>',
    "list the newest calls of an outgoing webhook's service, or of an embedded bot",
  ).action(
    action(async (tools, reference: string, options: OrganizationOption) => {
      const { directory, organization } = await namedOrganization(tools, options);
      const bot = await directory.account(organization, reference, 'bot');
      const owner = await directory.ownerOf(organization);
      const { deliveries } = await tools.session.call(listBotCalls, { bot_id: bot.id, limit: 100 }, owner);
      tools.output.list(deliveries.map(describedCall), 'its service was not called yet');
    }),
  );
}

/** A command about one bot, in the name of the organization's owner. */
function addChange(
  parent: Command,
  { name, description }: { name: string; description: string },
  change: (
    tools: ActionTools,
    named: NamedOrganization & { bot: AccountRow },
    value: string,
  ) => Promise<{ result: object; sentence: string }>,
): void {
  organizationCommand(parent, name, description).action(
    action(async (tools, ...given: unknown[]) => {
      const options = given.pop() as OrganizationOption;
      const [reference = '', value = ''] = given.map(String);
      const named = await namedOrganization(tools, options);
      const bot = await named.directory.account(named.organization, reference, 'bot');
      const { result, sentence } = await change(tools, { ...named, bot }, value);
      tools.output.result({ id: bot.id, ...result }, sentence);
    }),
  );
}

export function addBotCommands(program: Command): void {
  const parent = program.command('bots').description('create and list bots, change roles and rights, rotate keys');
  addCreate(parent);
  addList(parent);
  addCalls(parent);
  addBotDeliveryCommands(parent);
  addRightCommands(parent, 'bot');
  addChange(
    parent,
    {
      name: 'test <bot>',
      description: "call an outgoing webhook's service, or an embedded bot, with a made-up message",
    },
    async ({ session }, { directory, organization, bot }) => {
      const request = { bot_id: bot.id, content: 'Test' };
      const { delivery } = await session.call(testBot, request, await directory.ownerOf(organization));
      const { outcome, status, failure } = delivery;
      const answer = status === null ? 'no answer' : `status ${status}`;
      const why = failure === null ? '' : `: ${failure}`;
      return { result: describedCall(delivery), sentence: `${outcome}, ${answer}, ${delivery.duration_ms} ms${why}` };
    },
  );
  addChange(
    parent,
    { name: 'rotate-key <bot>', description: 'end every API key of a bot (id or address) and show a new one' },
    async ({ session }, { directory, organization, bot }) => {
      const owner = await directory.ownerOf(organization);
      const { api_key: key } = await session.call(regenerateBotApiKey, { bot_id: bot.id }, owner);
      return { result: { api_key: key }, sentence: `API key of bot ${bot.id}: ${key}` };
    },
  );
  addChange(
    parent,
    { name: 'role <bot> <role>', description: `change the role of a bot: ${ROLE_NAMES.join(', ')}` },
    async ({ session }, { directory, organization, bot }, role) => {
      const request = { bot_id: bot.id, role: roleCode(role), files: NO_FILES };
      await session.call(updateBotWithAvatar, request, await directory.ownerOf(organization));
      return { result: { role }, sentence: `bot ${bot.id} is ${role}` };
    },
  );
  addChange(
    parent,
    { name: 'deactivate <bot>', description: 'end the sessions of a bot and refuse new ones' },
    async ({ session }, { directory, organization, bot }) => {
      await session.call(deactivateBot, { bot_id: bot.id }, await directory.ownerOf(organization));
      return { result: { active: false }, sentence: `bot ${bot.id} is deactivated` };
    },
  );
  addChange(
    parent,
    { name: 'reactivate <bot>', description: 'reactivate a bot' },
    async ({ session }, { directory, organization, bot }) => {
      await session.call(reactivateUser, { user_id: bot.id }, await directory.ownerOf(organization));
      return { result: { active: true }, sentence: `bot ${bot.id} is active` };
    },
  );
}
