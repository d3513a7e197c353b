import { Type } from '@sinclair/typebox';
import { BooleanParam, EnumParam, IntegerParam, JsonParam, StringListParam, StringParam } from '@stoa/http-params';
import { Role } from '@stoa/policy';

const TEXTS = Type.Record(Type.String(), Type.String());

function notAUrl(text: string): string | undefined {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? undefined : 'Not a URL';
}

/** Channel defaults that clients do not use any more. */
class BotDefaultsParams {
  @StringParam({
    name: 'default_sending_stream',
    optional: true,
    deprecated: true,
    doc: 'Name of the channel that messages without one go to.',
  })
  defaultSendingChannel?: string;

  @StringParam({
    name: 'default_events_register_stream',
    optional: true,
    deprecated: true,
    doc: 'Name of the channel that the queues of the bot are narrowed to.',
  })
  defaultEventsRegisterChannel?: string;

  @BooleanParam({
    name: 'default_all_public_streams',
    optional: true,
    deprecated: true,
    doc: 'Whether the queues of the bot get messages of all public channels.',
  })
  defaultAllPublicChannels?: boolean;
}

export class CreateBotParams extends BotDefaultsParams {
  @StringParam({ name: 'full_name', doc: 'Name of the bot.' })
  fullName!: string;

  @StringParam({ name: 'short_name', doc: 'Begins the address of the bot.' })
  shortName!: string;

  @IntegerParam({
    name: 'bot_type',
    default: 1,
    doc: '1 generic, 2 incoming webhook (may only send messages), 3 outgoing webhook, 4 embedded.',
  })
  botType!: number;

  @StringParam({
    name: 'payload_url',
    json: true,
    optional: true,
    check: notAUrl,
    doc: 'Where an outgoing webhook posts to.',
  })
  payloadUrl?: string;

  @IntegerParam({
    name: 'interface_type',
    default: 1,
    doc: 'What an outgoing webhook posts: 1 native, 2 Slack-compatible.',
  })
  interfaceType!: number;

  @StringParam({ name: 'service_name', optional: true, doc: 'Name of the service or integration.' })
  serviceName?: string;

  @JsonParam(TEXTS, { name: 'config_data', default: {}, doc: 'Settings of an incoming webhook or embedded bot.' })
  configData!: Record<string, string>;
}

export class BotParams {
  @IntegerParam({ name: 'bot_id', in: 'path', doc: 'ID of the bot.' })
  botId!: number;
}

export class UpdateBotParams extends BotDefaultsParams {
  @IntegerParam({ name: 'bot_id', in: 'path', doc: 'ID of the bot.' })
  botId!: number;

  @StringParam({ name: 'full_name', optional: true, doc: 'New name.' })
  fullName?: string;

  @EnumParam(Object.values(Role), {
    optional: true,
    text: 'long',
    doc: 'New role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
  })
  role?: number;

  @IntegerParam({ name: 'bot_owner_id', optional: true, doc: 'ID of the new owner.' })
  ownerId?: number;

  @StringParam({
    name: 'service_payload_url',
    json: true,
    optional: true,
    check: notAUrl,
    doc: 'Where an outgoing webhook posts to.',
  })
  servicePayloadUrl?: string;

  @IntegerParam({
    name: 'service_interface',
    optional: true,
    doc: 'What an outgoing webhook posts: 1 native, 2 Slack-compatible.',
  })
  serviceInterface?: number;

  @JsonParam(TEXTS, { name: 'config_data', optional: true, doc: 'Settings to add or replace.' })
  configData?: Record<string, string>;
}

export class BotStorageKeysParams {
  @StringListParam({ optional: true, doc: 'Keys; all unless given.' })
  keys?: string[];
}

export class PutBotStorageParams {
  @JsonParam(TEXTS, { doc: 'Values by key, to add or replace.' })
  storage!: Record<string, string>;
}
