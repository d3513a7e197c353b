import { setEditTyping, setTyping } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { EditTypingParams, TypingParams } from './presence.params';

@EndpointController()
export class TypingController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'POST',
    path: 'typing',
    tag: 'Presence',
    summary: 'Tell that one is typing a message',
    auth: 'user',
    guard: 'human',
    params: TypingParams,
    response: setTyping.response,
    errors: [
      { code: 'BAD_REQUEST', msg: "Empty 'to' list" },
      { code: 'BAD_REQUEST', msg: 'Invalid user ID 10' },
      { code: 'BAD_REQUEST', msg: 'Missing topic' },
      { code: 'BAD_REQUEST', msg: 'User has disabled typing notifications for direct messages' },
      { code: 'BAD_REQUEST', msg: 'User has disabled typing notifications for channel messages' },
    ],
  })
  set(ctx: UserContext, { op, type, to, channelId, topic }: TypingParams): Promise<Buffer> {
    const kind = type === 'direct' || type === 'private' ? 'direct' : 'channel';
    const conversation = { to: to ?? null, channelId: channelId ?? null, topic: topic ?? null };
    return this.rpc.callRaw(setTyping, ctx, { op, type: kind, ...conversation });
  }

  @Endpoint({
    method: 'POST',
    path: 'messages/{message_id}/typing',
    tag: 'Presence',
    summary: 'Tell that one is editing a message',
    auth: 'user',
    guard: 'human',
    params: EditTypingParams,
    response: setEditTyping.response,
    errors: [{ code: 'BAD_REQUEST', msg: 'Invalid message(s)' }],
  })
  setEdit(ctx: UserContext, { op, messageId }: EditTypingParams): Promise<Buffer> {
    return this.rpc.callRaw(setEditTyping, ctx, { op, messageId });
  }
}
