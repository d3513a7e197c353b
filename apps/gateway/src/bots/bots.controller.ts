import type { DocumentedError } from '@stoa/contracts';
import {
  createBot,
  deactivateBot,
  deleteBotStorage,
  getBotStorage,
  listBots,
  putBotStorage,
  regenerateBotApiKey,
  updateBot,
} from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { ImageSpool } from '../images/image-spool';
import { BotParams, BotStorageKeysParams, CreateBotParams, PutBotStorageParams, UpdateBotParams } from './bots.params';

const NO_SUCH_BOT: DocumentedError = { code: 'BAD_REQUEST', msg: 'No such bot' };
const NO_PERMISSION: DocumentedError = { code: 'BAD_REQUEST', msg: 'Insufficient permission' };
const NOT_OWNER: DocumentedError = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
const NAME_IN_USE: DocumentedError = { code: 'BAD_REQUEST', msg: 'Name is already in use.' };
const BAD_INTERFACE: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid interface type' };
const BAD_CHANNEL: DocumentedError = { code: 'BAD_REQUEST', msg: "Invalid channel name 'nowhere'" };
const AVATAR_ERRORS: DocumentedError[] = [
  { code: 'BAD_REQUEST', msg: 'You may only upload one file at a time' },
  { code: 'BAD_REQUEST', msg: 'Uploaded file is larger than the allowed limit of 5 MiB' },
  { code: 'BAD_IMAGE', msg: 'Could not decode image; did you upload an image file?' },
];
const NO_SUCH_KEY: DocumentedError = { code: 'BAD_REQUEST', msg: 'Key does not exist.' };

/** Bots and what they keep (users.md 16). */
@EndpointController()
export class BotsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly spool: ImageSpool,
  ) {}

  @Endpoint({
    method: 'POST',
    path: 'bots',
    summary: 'Create a bot',
    description: 'A file of a multipart body becomes its avatar.',
    tag: 'Bots',
    auth: 'user',
    guard: 'human-member',
    streamsFiles: true,
    params: CreateBotParams,
    response: createBot.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'Name must not be empty!' },
      NAME_IN_USE,
      { code: 'BAD_REQUEST', msg: 'Bad name or username' },
      { code: 'BAD_REQUEST', msg: 'Email is already in use.' },
      { code: 'BAD_REQUEST', msg: 'Invalid bot type' },
      { code: 'BAD_REQUEST', msg: 'Embedded bots are not enabled.' },
      { code: 'BAD_REQUEST', msg: "Invalid integration 'unknown'." },
      { code: 'BAD_REQUEST', msg: 'Invalid payload_url: Value error, Not a URL' },
      BAD_INTERFACE,
      NO_PERMISSION,
      BAD_CHANNEL,
      ...AVATAR_ERRORS,
    ],
  })
  create(ctx: UserContext, params: CreateBotParams): Promise<Buffer> {
    const request = {
      fullName: params.fullName,
      shortName: params.shortName,
      botType: params.botType,
      payloadUrl: params.payloadUrl ?? null,
      interfaceType: params.interfaceType,
      serviceName: params.serviceName ?? null,
      configData: params.configData,
      ...defaultsOf(params),
    };
    return this.spool.with(ctx.http.upload, (files) => this.rpc.callRaw(createBot, ctx, { ...request, files }));
  }

  @Endpoint({
    method: 'GET',
    path: 'bots',
    summary: 'List the own bots',
    tag: 'Bots',
    auth: 'user',
    guard: 'human-member',
    response: listBots.response,
  })
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listBots, ctx, {});
  }

  @Endpoint({
    method: 'PATCH',
    path: 'bots/{bot_id}',
    summary: 'Update a bot',
    description:
      'For its owner and administrators; roles are given by administrators only. A file of a multipart body becomes its avatar.',
    tag: 'Bots',
    auth: 'user',
    guard: 'human-member',
    streamsFiles: true,
    params: UpdateBotParams,
    response: updateBot.response,
    errors: [
      NO_SUCH_BOT,
      NO_PERMISSION,
      NOT_OWNER,
      NAME_IN_USE,
      { code: 'BAD_REQUEST', msg: 'Failed to change owner, no such user' },
      { code: 'BAD_REQUEST', msg: 'Failed to change owner, user is deactivated' },
      { code: 'BAD_REQUEST', msg: "Failed to change owner, bots can't own other bots" },
      BAD_CHANNEL,
      BAD_INTERFACE,
      ...AVATAR_ERRORS,
    ],
  })
  update(ctx: UserContext, params: UpdateBotParams): Promise<Buffer> {
    const request = {
      botId: params.botId,
      fullName: params.fullName ?? null,
      role: params.role ?? null,
      ownerId: params.ownerId ?? null,
      servicePayloadUrl: params.servicePayloadUrl ?? null,
      serviceInterface: params.serviceInterface ?? null,
      configData: params.configData ?? null,
      ...defaultsOf(params),
    };
    return this.spool.with(ctx.http.upload, (files) => this.rpc.callRaw(updateBot, ctx, { ...request, files }));
  }

  @Endpoint({
    method: 'DELETE',
    path: 'bots/{bot_id}',
    summary: 'Deactivate a bot',
    tag: 'Bots',
    auth: 'user',
    params: BotParams,
    response: deactivateBot.response,
    errors: [NO_SUCH_BOT, NO_PERMISSION, NOT_OWNER],
  })
  deactivate(ctx: UserContext, { botId }: BotParams): Promise<Buffer> {
    return this.rpc.callRaw(deactivateBot, ctx, { botId });
  }

  @Endpoint({
    method: 'POST',
    path: 'bots/{bot_id}/api_key/regenerate',
    summary: "Replace a bot's API key by a new one",
    tag: 'Bots',
    auth: 'user',
    guard: 'human-member',
    params: BotParams,
    response: regenerateBotApiKey.response,
    errors: [NO_SUCH_BOT, NO_PERMISSION, NOT_OWNER],
  })
  regenerateKey(ctx: UserContext, { botId }: BotParams): Promise<Buffer> {
    return this.rpc.callRaw(regenerateBotApiKey, ctx, { botId });
  }

  @Endpoint({
    method: 'GET',
    path: 'bot_storage',
    summary: 'Read stored values',
    description: 'Of the calling account.',
    tag: 'Bots',
    auth: 'user',
    params: BotStorageKeysParams,
    response: getBotStorage.response,
    errors: [NO_SUCH_KEY],
  })
  getStorage(ctx: UserContext, { keys }: BotStorageKeysParams): Promise<Buffer> {
    return this.rpc.callRaw(getBotStorage, ctx, { keys: keys ?? null });
  }

  @Endpoint({
    method: 'PUT',
    path: 'bot_storage',
    summary: 'Store values',
    tag: 'Bots',
    auth: 'user',
    params: PutBotStorageParams,
    response: putBotStorage.response,
    errors: [
      {
        code: 'BAD_REQUEST',
        msg: 'Request exceeds storage limit by 3 characters. The limit is 10000000 characters.',
      },
    ],
  })
  putStorage(ctx: UserContext, { storage }: PutBotStorageParams): Promise<Buffer> {
    return this.rpc.callRaw(putBotStorage, ctx, { storage });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'bot_storage',
    summary: 'Delete stored values',
    tag: 'Bots',
    auth: 'user',
    params: BotStorageKeysParams,
    response: deleteBotStorage.response,
    errors: [NO_SUCH_KEY],
  })
  deleteStorage(ctx: UserContext, { keys }: BotStorageKeysParams): Promise<Buffer> {
    return this.rpc.callRaw(deleteBotStorage, ctx, { keys: keys ?? null });
  }
}

function defaultsOf(params: CreateBotParams | UpdateBotParams) {
  return {
    defaultSendingChannel: params.defaultSendingChannel ?? null,
    defaultEventsRegisterChannel: params.defaultEventsRegisterChannel ?? null,
    defaultAllPublicChannels: params.defaultAllPublicChannels ?? null,
  };
}
