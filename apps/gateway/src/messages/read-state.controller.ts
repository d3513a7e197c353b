import {
  EmptyResponseSchema,
  markAllRead,
  markChannelRead,
  markTopicRead,
  updateFlagsForNarrow,
  updateMessageFlags,
} from '@stoa/contracts';
import { RawJson, RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { clampedWindow } from './fetch-anchor';
import { MarkChannelReadParams, MarkTopicReadParams, UpdateFlagsForNarrowParams } from './params/narrow.params';
import { UpdateFlagsParams } from './params/update-flags.params';

/** Marking everything takes its time (messages.md 10). */
const MARK_TIMEOUT_MS = 58_000;

/** What a user has read, starred and collapsed (messages.md 10, 11). */
@EndpointController()
export class ReadStateController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'POST',
    path: 'messages/flags',
    tag: 'Messages',
    summary: 'Change personal message flags',
    auth: 'user',
    params: UpdateFlagsParams,
    response: updateMessageFlags.response,
    errors: [
      { code: 'BAD_REQUEST', msg: "Invalid flag: 'nonexistent'" },
      { code: 'BAD_REQUEST', msg: 'Invalid message(s)' },
    ],
  })
  async updateFlags(ctx: UserContext, params: UpdateFlagsParams): Promise<RawJson> {
    const { messages: messageIds, op, flag } = params;
    return new RawJson(await this.rpc.callRaw(updateMessageFlags, ctx, { messageIds, op, flag }));
  }

  @Endpoint({
    method: 'POST',
    path: 'messages/flags/narrow',
    tag: 'Messages',
    summary: 'Change personal message flags for a narrow',
    description: 'Works on at most 5000 messages; repeat with the last or first processed ID as anchor.',
    auth: 'user',
    params: UpdateFlagsForNarrowParams,
    response: updateFlagsForNarrow.response,
    deadlineMs: 20_000,
    errors: [
      { code: 'BAD_REQUEST', msg: "Flag not editable: 'mentioned'" },
      { code: 'BAD_REQUEST', msg: "Invalid message flag operation: 'toggle'" },
      { code: 'BAD_REQUEST', msg: 'The anchor can only be excluded at an end of the range' },
      { code: 'BAD_NARROW', msg: 'Invalid narrow operator: unknown operator with' },
    ],
  })
  async updateFlagsForNarrow(ctx: UserContext, params: UpdateFlagsForNarrowParams): Promise<RawJson> {
    const { narrow, op, flag } = params;
    return new RawJson(
      await this.rpc.callRaw(updateFlagsForNarrow, ctx, { ...clampedWindow(params), narrow, op, flag }),
    );
  }

  @Endpoint({
    method: 'POST',
    path: 'mark_all_as_read',
    tag: 'Messages',
    summary: 'Mark all messages as read',
    description: 'Deprecated. Repeat it as long as `complete` is false.',
    auth: 'user',
    response: markAllRead.response,
    deadlineMs: MARK_TIMEOUT_MS,
  })
  async markAll(ctx: UserContext): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(markAllRead, ctx, {}));
  }

  @Endpoint({
    method: 'POST',
    path: 'mark_stream_as_read',
    tag: 'Messages',
    summary: 'Mark a channel as read',
    description: 'Deprecated.',
    auth: 'user',
    params: MarkChannelReadParams,
    response: EmptyResponseSchema,
    deadlineMs: MARK_TIMEOUT_MS,
    errors: [{ code: 'BAD_REQUEST', msg: 'Invalid channel ID' }],
  })
  async markChannel(ctx: UserContext, { channelId }: MarkChannelReadParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(markChannelRead, ctx, { channelId }));
  }

  @Endpoint({
    method: 'POST',
    path: 'mark_topic_as_read',
    tag: 'Messages',
    summary: 'Mark a topic as read',
    description: 'Deprecated.',
    auth: 'user',
    params: MarkTopicReadParams,
    response: EmptyResponseSchema,
    deadlineMs: MARK_TIMEOUT_MS,
    errors: [
      { code: 'BAD_REQUEST', msg: 'Invalid channel ID' },
      { code: 'BAD_REQUEST', msg: "No such topic 'nonexistent'" },
    ],
  })
  async markTopic(ctx: UserContext, params: MarkTopicReadParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(markTopicRead, ctx, params));
  }
}
