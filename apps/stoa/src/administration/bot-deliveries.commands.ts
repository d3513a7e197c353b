import type { Command } from 'commander';
import {
  type IncomingDelivery,
  changeDeliveryLog,
  listIncomingDeliveries,
  resendBotCall,
  tryIncomingDelivery,
} from '@stoa/contracts/messages';
import { action } from '../base/command-line/action';
import { RefusedError, UsageError } from '../base/command-line/failures';
import { type OrganizationOption, namedOrganization, organizationCommand } from './named-organization';
import { readText } from './passwords';

/** What an operator is told of a delivery: not what it said. */
function describedDelivery(delivery: IncomingDelivery) {
  return {
    id: delivery.id,
    time: new Date(delivery.received_at * 1_000).toISOString(),
    integration: delivery.integration,
    replay_of: delivery.replay_of,
    delivery: delivery.delivery_id,
    outcome: delivery.outcome,
    status: delivery.status,
    events: delivery.events.join(' '),
    filtered_by: delivery.filtered_by.join(' '),
    messages: delivery.message_ids.length,
    ms: delivery.duration_ms,
    failure: delivery.failure,
  };
}

function addDeliveries(parent: Command): void {
  organizationCommand(parent, 'deliveries <bot>', 'list what other tools have delivered to a bot').action(
    action(async (tools, reference: string, options: OrganizationOption) => {
      const { directory, organization } = await namedOrganization(tools, options);
      const bot = await directory.account(organization, reference, 'bot');
      const owner = await directory.ownerOf(organization);
      const { deliveries } = await tools.session.call(listIncomingDeliveries, { bot_id: bot.id, limit: 100 }, owner);
      tools.output.list(deliveries.map(describedDelivery), 'nothing was delivered yet');
    }),
  );
}

interface TryOptions extends OrganizationOption {
  event?: string;
  body?: string;
}

/** Posts nothing. */
function addTry(parent: Command): void {
  organizationCommand(parent, 'try <bot> <integration>', 'show what a delivery of a tool would become')
    .option('--event <name>', 'value of the header that names the event; that of the example unless given')
    .option('--body <file>', 'what the tool would send, an example unless given; "-" reads standard input')
    .action(
      action(async (tools, reference: string, integration: string, { event, body: file, ...options }: TryOptions) => {
        const { directory, organization } = await namedOrganization(tools, options);
        const bot = await directory.account(organization, reference, 'bot');
        const body = file === undefined ? undefined : readText(file, 'body');
        const request = { bot_id: bot.id, integration, event, body };
        const { events, messages } = await tools.session.call(
          tryIncomingDelivery,
          request,
          await directory.ownerOf(organization),
        );
        const shown = messages.map(({ topic, content }) => `Topic: ${topic}\n\n${content}`).join('\n\n');
        tools.output.result({ events, messages }, shown === '' ? 'it would give no message' : shown);
      }),
    );
}

const SWITCH: Readonly<Record<string, boolean>> = { on: true, off: false };

function addRecord(parent: Command): void {
  organizationCommand(
    parent,
    'record <bot> <on|off>',
    'record headers and bodies of deliveries and calls, or forget them and record no more',
  ).action(
    action(async (tools, reference: string, value: string, options: OrganizationOption) => {
      const recordsBodies = Object.hasOwn(SWITCH, value) ? SWITCH[value] : undefined;
      if (recordsBodies === undefined) throw new UsageError('say "on" or "off"');
      const { directory, organization } = await namedOrganization(tools, options);
      const bot = await directory.account(organization, reference, 'bot');
      const request = { bot_id: bot.id, records_bodies: recordsBodies };
      await tools.session.call(changeDeliveryLog, request, await directory.ownerOf(organization));
      const sentence = recordsBodies ? 'are recorded' : 'are not recorded any more, and those that were are forgotten';
      tools.output.result({ id: bot.id, records_bodies: recordsBodies }, `headers and bodies ${sentence}`);
    }),
  );
}

/** As the owner of the bot, whom the API lets do it alone. */
function addResend(parent: Command): void {
  organizationCommand(parent, 'resend <bot> <call>', 'send the request of a call (its id) to the service again').action(
    action(async (tools, reference: string, call: string, options: OrganizationOption) => {
      if (!/^[1-9]\d{0,14}$/.test(call)) throw new UsageError('the call is named by its id in the list of calls');
      const { directory, organization } = await namedOrganization(tools, options);
      const bot = await directory.account(organization, reference, 'bot');
      if (bot.botOwnerId === null) throw new RefusedError(`bot ${bot.id} has no owner`);
      const owner = await directory.account(organization, String(bot.botOwnerId), 'human');
      const id = Number(call);
      await tools.session.call(resendBotCall, { bot_id: bot.id, id }, directory.actor(organization, owner));
      tools.output.result({ id: bot.id, call: id }, `call ${id} of bot ${bot.id} is sent again`);
    }),
  );
}

/** What other tools have delivered to bots, and what they would; what is recorded of it; requests that go again. */
export function addBotDeliveryCommands(bots: Command): void {
  addDeliveries(bots);
  addTry(bots);
  addRecord(bots);
  addResend(bots);
}
