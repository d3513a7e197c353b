import { isGuest } from '@stoa/policy';
import { randomUUID } from 'node:crypto';
import { Actor } from '@stoa/contracts/rpc';
import { UnavailableError } from '@stoa/errors';
import { RegisterRequest } from '@stoa/contracts/users';
import { EventQueues, QueueDescriptor, slotOf } from '@stoa/event-queue';

/** A bot's own defaults, applied to what its request left open (realtime.md 1.1). */
export interface QueueDefaults {
  allPublicStreams: boolean;
  narrow: [string, string][];
}

const LONGEST_LIFE_SECONDS = 604_800;
const MOBILE_LIFE_SECONDS = 43_200;

/**
 * How long a queue lives without a poll, in seconds. A client that asks for little gets the usual time all the same.
 * @param idleSeconds of a queue that asks for nothing
 */
export function queueLifeSeconds(
  request: Pick<RegisterRequest, 'idle_queue_timeout' | 'queue_lifespan_secs'>,
  idleSeconds: number,
): number {
  const { idle_queue_timeout: timeout, queue_lifespan_secs: older } = request;
  if (timeout === 'mobile') return MOBILE_LIFE_SECONDS;
  if (timeout !== undefined) return Math.min(Math.max(timeout, idleSeconds), LONGEST_LIFE_SECONDS);
  return older > 0 ? Math.min(older, LONGEST_LIFE_SECONDS) : idleSeconds;
}

/** What the queue of a registration is. */
export function queueDescriptor(
  actor: Actor,
  request: RegisterRequest,
  defaults: QueueDefaults,
  idleSeconds: number,
): QueueDescriptor {
  const includes = request.include_subscribers;
  return {
    id: randomUUID(),
    realmId: actor.realmId,
    userId: actor.userId,
    realmHost: actor.realmHost,
    clientName: actor.clientName,
    eventTypes: request.event_types ?? null,
    applyMarkdown: request.apply_markdown,
    clientGravatar: request.client_gravatar,
    slimPresence: request.slim_presence,
    allPublicStreams: request.all_public_streams ?? defaults.allPublicStreams,
    narrow: request.narrow ?? defaults.narrow,
    includeSubscribers: includes === 'partial' ? 'partial' : includes === 'true',
    capabilities: queueCapabilities(request),
    lifespanSeconds: queueLifeSeconds(request, idleSeconds),
    isGuest: isGuest(actor),
    createdAt: Date.now(),
  };
}

/** The capabilities that matter to events; the others shape only the initial state. */
function queueCapabilities({
  client_capabilities: capabilities,
  is_browser: isBrowser = false,
}: RegisterRequest): QueueDescriptor['capabilities'] {
  const { notification_settings_null: _null, user_avatar_url_field_optional: _avatar, ...kept } = capabilities;
  return {
    ...kept,
    individual_emoji_changes: kept.individual_emoji_changes ?? false,
    ...(isBrowser ? { browser_session: true } : {}),
  };
}

/** A queue between its creation and its opening (design.md I4). */
export class PendingQueue {
  constructor(
    private readonly queues: EventQueues,
    private readonly partition: number,
    readonly descriptor: QueueDescriptor,
  ) {}

  /**
   * Opens the queue with the snapshot that the state was read in.
   * @returns id of the last event that the state contains: -1, as the queue starts with what the snapshot did not see
   * @throws UnavailableError if the queue was lost meanwhile; the client registers again
   */
  async open(snapshot: string, epoch: number): Promise<number> {
    const slot = slotOf(this.partition, this.descriptor.userId);
    const result = await this.queues.registrar.openQueue(slot, this.descriptor.id, snapshot, epoch);
    if (result.status === 'opened') return result.lastEventId;
    throw new UnavailableError(`the event queue could not be opened (${result.status})`);
  }
}
