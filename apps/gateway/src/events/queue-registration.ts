import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import type { pollEvents } from '@stoa/contracts/queues';
import { type ClientCapabilities, NO_CAPABILITIES, register } from '@stoa/contracts/users';
import { badRequest } from '@stoa/errors';
import { decodeFragmentedAnswer } from '@stoa/fragments';
import { validateQueueNarrow } from '@stoa/narrow';
import { RpcClient } from '@stoa/rpc';
import type { UserContext } from '../http/request-context';

export interface RegisteredQueue {
  queueId: string;
  /** Seconds that it lives without a poll; null if the service does not say. */
  lifeSeconds: number | null;
}

type RegisteringPoll = RequestOf<typeof pollEvents>;

/** Registering through `GET /events` (realtime.md 3.5): a queue without the initial state. */
@Injectable()
export class QueueRegistration {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * @returns the new queue
   * @throws DomainError for a narrow that is not supported, or a guest who asks for all public channels
   */
  async register(ctx: UserContext, params: RegisteringPoll): Promise<RegisteredQueue> {
    const checked = validateQueueNarrow(params.narrow);
    if (!checked.ok) throw badRequest(checked.msg);
    const { apply_markdown, client_gravatar, slim_presence, all_public_streams, event_types } = params;
    const response = await this.rpc.callRaw(register, ctx, {
      realm_id: ctx.actor.realmId,
      ...{ apply_markdown, client_gravatar, slim_presence, all_public_streams, event_types },
      include_subscribers: 'false',
      presence_history_limit_days: 0,
      fetch_event_types: [],
      client_capabilities: capabilitiesOf(params),
      narrow: checked.narrow.map(([operator, operand]): [string, string] => [operator, operand]),
      queue_lifespan_secs: params.lifespan_secs,
      idle_queue_timeout: params.idle_queue_timeout,
      is_browser: ctx.http.sessionId !== undefined,
      without_pronouns: false,
      known: {},
    });
    return queueOf(response);
  }
}

/** Each capability that matters to a queue is a parameter of its own here. */
function capabilitiesOf(params: RegisteringPoll): ClientCapabilities {
  const {
    bulk_message_deletion,
    stream_typing_notifications,
    user_settings_object,
    linkifier_url_template,
    user_list_incomplete,
    include_deactivated_groups,
    archived_channels,
    empty_topic_name,
    simplified_presence_events,
    individual_emoji_changes,
  } = params;
  return {
    ...NO_CAPABILITIES,
    bulk_message_deletion,
    stream_typing_notifications,
    user_settings_object,
    linkifier_url_template,
    user_list_incomplete,
    include_deactivated_groups,
    archived_channels,
    empty_topic_name,
    simplified_presence_events,
    individual_emoji_changes,
  };
}

function queueOf(encoded: Buffer): RegisteredQueue {
  const text = decodeFragmentedAnswer(encoded)
    .map(({ bytes }) => bytes?.toString() ?? '')
    .join('');
  const state: unknown = JSON.parse(text);
  if (typeof state === 'object' && state !== null && 'queue_id' in state && typeof state.queue_id === 'string') {
    const lifeSeconds = 'idle_queue_timeout_secs' in state ? state.idle_queue_timeout_secs : undefined;
    return { queueId: state.queue_id, lifeSeconds: typeof lifeSeconds === 'number' ? lifeSeconds : null };
  }
  throw new Error('a registration came without a queue');
}
