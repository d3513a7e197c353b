import { INTEGRATIONS, type Integration, readDelivery } from '@stoa/integrations';

const ADDRESS = 'https://chat.example.com/api/v1/external';
const FENCE = '```';

/** What there is to know of one integration; its examples are what the code makes of its samples. */
export function integrationPage(integration: Integration): string {
  const { name, displayName, setup, events, signature, urlOptions = [], settings = [], samples } = integration;
  const parts = [
    `# ${displayName}`,
    setup.replaceAll('{{url}}', `${ADDRESS}/${name}?api_key=KEY&stream=CHANNEL`),
    'The parameters of every address are on [the page of all integrations](README.md).',
    signature ? `**Signature**: ${signature.description}, once the bot has a secret of this integration.` : '',
    settings.length > 0 ? `**Settings of the bot**:\n\n${optionList(settings)}` : '',
    urlOptions.length > 0 ? `**Further parameters**:\n\n${optionList(urlOptions)}` : '',
    events ? `**Names of events** for filters: ${events.map((event) => `\`${event}\``).join(', ')}.` : '',
    '## Examples',
    ...samples.flatMap((sample) => exampleOf(integration, sample)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function optionList(options: NonNullable<Integration['urlOptions']>): string {
  return options.map(({ key, label }) => `- \`${key}\`: ${label.charAt(0).toLowerCase()}${label.slice(1)}`).join('\n');
}

function exampleOf(
  integration: Integration,
  { name, headers = {}, query = {}, body }: Integration['samples'][number],
): string[] {
  const delivery = {
    headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value])),
    query,
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  };
  const asJson = { ...delivery, headers: { 'content-type': 'application/json', ...delivery.headers } };
  const { notices } = readDelivery(integration, asJson, { settings: {}, now: 0 });
  return [
    `### ${name}`,
    ...notices.flatMap(({ topic, content }) => [`Topic \`${topic}\`:`, `${FENCE}text\n${content}\n${FENCE}`]),
  ];
}

export function indexPage(): string {
  const rows = INTEGRATIONS.map(
    ({ name, displayName, signature }) =>
      `| [${displayName}](${name}.md) | \`${name}\` | ${signature ? signature.description : '–'} |`,
  );
  return `${INTRODUCTION}\n| tool | name | signature |\n|---|---|---|\n${rows.join('\n')}\n`;
}

const INTRODUCTION = `# Integrations

Other tools post to channels by incoming webhooks. Make a bot of the type “incoming webhook”, and give the tool this address:

\`\`\`text
${ADDRESS}/NAME?api_key=KEY&stream=CHANNEL&topic=TOPIC
\`\`\`

- \`NAME\` is the integration, from the table below.
- \`api_key\` is the key of the bot. Tools that can send headers better send it as \`Authorization: Bearer KEY\`, or as the password
  of the bot's address: addresses end up in logs. Wrong keys count against the address that they come from.
- \`stream\` is the ID or the name of a channel. Without it the bot writes to its owner. If the channel does not exist, the tool gets
  a success and the owner of the bot a message. The owner also hears of bodies that are not JSON, and of headers
  and fields that are missing, at most once in five minutes.
- \`topic\` replaces the topic that the integration chooses; the message then begins with that topic.
- \`only_events\` and \`exclude_events\` are JSON lists of names of events, with \`*\`, \`?\` and \`[]\` as in file names:
  \`only_events=["issue*"]\`. Events that are left out get a success.
- \`branches\`, where an integration knows branches, is a list separated by commas: \`branches=main,release/*\`. It
  limits pushes, and builds of tools that know no pushes.

A delivery that its tool repeats within a day, recognized by the tool's own id of it, gives no second message, unless its address has changed meanwhile. One that comes again while it is being posted waits for that, and after a
second and a half gets 503, so that the tool repeats it later. What a tool passes on
mentions nobody; only what people write there themselves does (Slack-compatible, Zapier, IFTTT, templates), and never everybody, and [whom
you have named](#mentions).

## Secrets

A bot has a secret for each integration that it is to know by its signature: in the web client (Settings, Bots, Set up), or by
\`PUT /bots/{bot_id}/webhook_secrets/{integration}\`. From then on deliveries of this integration whose signature is wrong or missing
get 401, and so does everything that comes by the key alone: other integrations need secrets of their own, and a tool that cannot
sign needs another bot. The key itself still sends messages at \`POST /messages\`.

A secret is stored encrypted, never shown again, and never stands in the address. One that is replaced stays valid until somebody
ends it (\`DELETE\` with \`former_only\`), so that the tool can be changed meanwhile; so does the one of all integrations for an
integration that gets its own. Deliveries that are signed with their time are
good for five minutes (Linear's for one). The setting \`webhook_secret\` of \`config_data\` is the secret of all integrations that have
none of their own, with \`previous_webhook_secret\` as the one before it.

## Mentions

\`PUT /bots/{bot_id}/mentions\` (in the web client: Set up) says whom the names mean that tools give people: user names, addresses or
ids, in any case. Whom GitHub, GitLab, Gitea, Jira or Linear assigns something, or asks for a review, is then mentioned, and who does
something is named silently. One delivery notifies 50 people at most; others are named silently. Without an entry names stay as the tool has them. No text of a tool mentions anybody by itself.

## Previews

Pictures and films are not shown below messages about pushes, branches, tags, builds and deployments, as they are below others where
the organization shows them. Pages are fetched for no bot.

## Answers

| case | status | \`code\` |
|---|---|---|
| posted, left out by a filter, or nothing worth a message | 200 | |
| the tool has this event, the integration does not | 200 | \`UNSUPPORTED_WEBHOOK_EVENT_TYPE\` |
| no tool of this name | 404 | \`NOT_FOUND\` |
| no key | 400 | \`REQUEST_VARIABLE_MISSING\` |
| wrong key | 401 | \`INVALID_API_KEY\` |
| wrong signature | 401 | \`UNAUTHORIZED\` |
| body is no JSON | 400 | \`INVALID_JSON\` |
| header that names the event is missing | 400 | \`MISSING_HTTP_EVENT_HEADER\` |
| not what this tool sends | 400 | \`ANOMALOUS_WEBHOOK_PAYLOAD\` |
| a value is of another kind: \`payload["x"] is not a string\` | 400 | \`BAD_REQUEST\` |
| body over \`STOA_HTTP_BODY_BYTES\` | 413 | \`BAD_REQUEST\` |
| too many deliveries of a bot | 429, with \`Retry-After\` | \`RATE_LIMIT_HIT\` |

\`stoa_webhook_deliveries_total{integration,outcome}\` counts deliveries.

## What was delivered

\`GET /bots/{bot_id}/incoming_deliveries\` lists the newest deliveries to a bot, and the web client shows them (Settings,
Bots, Deliveries): time, duration, status, names of the events, whether it was signed, which parameter kept something
out, or why there was no message, with headers and the beginning of the body (16 thousand characters). \`health\` has, for
each tool, when its last delivery was a success and how many were refused or failed since. Headers and bodies are stored
encrypted, without keys, signatures, cookies and secrets of the bot, and are for its owner; administrators see the rest.
At most 100 deliveries of a bot are remembered, for seven days (\`STOA_WEBHOOK_LOG_DAYS\`, 0 for none), and none whose
message was deleted. Deliveries with a wrong key belong to no bot; they are only counted.

The owner of a bot and administrators switch the recording of headers and bodies off, or on again
(\`PATCH /bots/{bot_id}/delivery_log\` with \`records_bodies\`, below the list in the web client,
\`npx stoa bots record BOT off\`). What was recorded is forgotten then.

\`POST /bots/{bot_id}/deliveries/{id}/replay\`, "Take it again" in the web client, has the bot take a delivery once more,
as a tool would deliver it: after its settings were mended, for example. It is posted though it was posted before, and
listed as a replay (\`replay_of\`). Only the owner of the bot may, only what was recorded as a whole (up to 65,536
characters, with no key or secret in them) can be taken again, and nothing while recording is off. The signature is not looked at a second time, as it is not stored: once the bot has a
secret, a delivery is refused unless its signature was right when it came.

\`POST /bots/{bot_id}/try_delivery\`, "Show an example" beside the address in the web client, and \`npx stoa bots try BOT NAME\` show
what an example of an integration, or a body of yours, would become with the settings of the bot. They post nothing, unless the
owner of the bot names a channel ("Send an example" in the web client): then the bot posts it there, as it would post a delivery. Where one of several
messages is refused, \`message_ids\` of the error names those that were posted before it.

## The integrations

The examples on their pages are made from payloads written after the vendors' descriptions. Real deliveries of hosted tools have not
been tried: if one is not understood, its answer says which place of the payload is meant.
`;
