import { Injectable } from '@nestjs/common';
import { badRequest, register } from '@stoa/contracts';
import { decodeRope } from '@stoa/fragments';
import { validateQueueNarrow } from '@stoa/narrow';
import { RpcClient } from '@stoa/rpc';
import type { UserContext } from '../http/request-context';
import { PollEventsParams } from './params/poll-events.params';

/** Registering through `GET /events` (realtime.md 3.5): a queue without the initial state. */
@Injectable()
export class QueueRegistration {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * @returns the id of the new queue
   * @throws DomainError for a narrow that is not supported, or a guest who asks for all public channels
   */
  async register(ctx: UserContext, params: PollEventsParams): Promise<string> {
    const checked = validateQueueNarrow(params.narrow);
    if (!checked.ok) throw badRequest(checked.msg);
    const response = await this.rpc.callRaw(register, ctx, {
      realmId: ctx.actor.realmId,
      applyMarkdown: params.applyMarkdown,
      clientGravatar: params.clientGravatar,
      includeSubscribers: 'false',
      slimPresence: params.slimPresence,
      presenceHistoryLimitDays: 0,
      eventTypes: params.eventTypes ?? null,
      fetchEventTypes: [],
      allPublicStreams: params.allPublicStreams,
      capabilities: capabilitiesOf(params),
      narrow: checked.narrow.map(([operator, operand]): [string, string] => [operator, operand]),
      queueLifespanSeconds: params.lifespanSeconds,
      withoutPronouns: false,
      known: {},
    });
    return queueIdOf(response);
  }
}

function capabilitiesOf(params: PollEventsParams) {
  return {
    notification_settings_null: false,
    user_avatar_url_field_optional: false,
    bulk_message_deletion: params.bulkMessageDeletion,
    stream_typing_notifications: params.streamTypingNotifications,
    user_settings_object: params.userSettingsObject,
    linkifier_url_template: params.linkifierUrlTemplate,
    user_list_incomplete: params.userListIncomplete,
    include_deactivated_groups: params.includeDeactivatedGroups,
    archived_channels: params.archivedChannels,
    empty_topic_name: params.emptyTopicName,
    simplified_presence_events: params.simplifiedPresenceEvents,
  };
}

function queueIdOf(encoded: Buffer): string {
  const text = decodeRope(encoded)
    .map(({ bytes }) => bytes?.toString() ?? '')
    .join('');
  const state: unknown = JSON.parse(text);
  if (typeof state === 'object' && state !== null && 'queue_id' in state && typeof state.queue_id === 'string') {
    return state.queue_id;
  }
  throw new Error('a registration came without a queue');
}
