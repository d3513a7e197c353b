import { addReaction, addSubmessage, getReadReceipts, removeReaction } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { AddReactionParams, AddSubmessageParams, MessageParams, RemoveReactionParams } from './reactions.params';

const INVALID_MESSAGE = { code: 'BAD_REQUEST', msg: 'Invalid message(s)' };

/** What readers attach to a message. */
@EndpointController()
export class ReactionsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'POST',
    path: 'messages/{message_id}/reactions',
    tag: 'Messages',
    summary: 'Add an emoji reaction',
    auth: 'user',
    params: AddReactionParams,
    response: addReaction.response,
    errors: [
      INVALID_MESSAGE,
      { code: 'BAD_REQUEST', msg: "Emoji 'xxx' does not exist" },
      { code: 'BAD_REQUEST', msg: 'Invalid emoji code.' },
      { code: 'BAD_REQUEST', msg: 'Invalid emoji name.' },
      { code: 'BAD_REQUEST', msg: 'Invalid custom emoji.' },
      { code: 'BAD_REQUEST', msg: 'Invalid custom emoji name.' },
      { code: 'BAD_REQUEST', msg: 'This custom emoji has been deactivated.' },
      { code: 'BAD_REQUEST', msg: 'Invalid emoji type.' },
      { code: 'REACTION_ALREADY_EXISTS', msg: 'Reaction already exists.' },
    ],
  })
  add(ctx: UserContext, params: AddReactionParams): Promise<Buffer> {
    return this.rpc.callRaw(addReaction, ctx, {
      messageId: params.messageId,
      emojiName: params.emojiName,
      emojiCode: params.emojiCode ?? null,
      reactionType: params.reactionType ?? null,
    });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'messages/{message_id}/reactions',
    tag: 'Messages',
    summary: 'Remove an emoji reaction',
    auth: 'user',
    params: RemoveReactionParams,
    response: removeReaction.response,
    errors: [
      INVALID_MESSAGE,
      {
        code: 'BAD_REQUEST',
        msg: 'At least one of the following arguments must be present: emoji_name, emoji_code',
      },
      { code: 'REACTION_DOES_NOT_EXIST', msg: "Reaction doesn't exist." },
    ],
  })
  remove(ctx: UserContext, params: RemoveReactionParams): Promise<Buffer> {
    return this.rpc.callRaw(removeReaction, ctx, {
      messageId: params.messageId,
      emojiName: params.emojiName ?? null,
      emojiCode: params.emojiCode ?? null,
      reactionType: params.reactionType,
    });
  }

  @Endpoint({
    method: 'GET',
    path: 'messages/{message_id}/read_receipts',
    tag: 'Messages',
    summary: 'Get who has read a message',
    description: 'Neither the sender nor users who do not send read receipts are listed.',
    auth: 'user',
    params: MessageParams,
    response: getReadReceipts.response,
    errors: [INVALID_MESSAGE, { code: 'BAD_REQUEST', msg: 'Read receipts are disabled in this organization.' }],
  })
  readReceipts(ctx: UserContext, { messageId }: MessageParams): Promise<Buffer> {
    return this.rpc.callRaw(getReadReceipts, ctx, { messageId });
  }

  @Endpoint({
    method: 'POST',
    path: 'submessage',
    tag: 'Messages',
    summary: 'Add to a poll or a todo list',
    auth: 'user',
    params: AddSubmessageParams,
    response: addSubmessage.response,
    errors: [
      INVALID_MESSAGE,
      { code: 'BAD_REQUEST', msg: 'You cannot attach a submessage to this message.' },
      { code: 'BAD_REQUEST', msg: 'content is too long (limit: 10000 characters)' },
      { code: 'BAD_REQUEST', msg: 'A message cannot have more than 1000 submessages. Send a new message to go on.' },
      { code: 'BAD_REQUEST', msg: 'Invalid json for submessage' },
      { code: 'BAD_REQUEST', msg: 'Unknown type for poll data: x' },
    ],
  })
  addSubmessage(ctx: UserContext, params: AddSubmessageParams): Promise<Buffer> {
    const { messageId, msgType, content } = params;
    return this.rpc.callRaw(addSubmessage, ctx, { messageId, msgType, content });
  }
}
