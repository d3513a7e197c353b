import type { Command } from 'commander';
import { type IncomingDelivery, listIncomingDeliveries, tryIncomingDelivery } from '@stoa/contracts/messages';
import { action } from '../base/command-line/action';
import { type OrganizationOption, namedOrganization, organizationCommand } from './named-organization';
import { readText } from './passwords';

/** What an operator is told of a delivery: not what it said. */
function describedDelivery(delivery: IncomingDelivery) {
  return {
    id: delivery.id,
    time: new Date(delivery.received_at * 1_000).toISOString(),
    integration: delivery.integration,
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

/** What other tools have delivered to bots, and what they would. */
export function addBotDeliveryCommands(bots: Command): void {
  addDeliveries(bots);
  addTry(bots);
}
