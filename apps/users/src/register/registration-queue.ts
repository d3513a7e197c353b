import { isGuest } from '@stoa/policy';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Actor, ClientCapabilities, RegisterRequest, UnavailableError } from '@stoa/contracts';
import { EventQueues, QueueDescriptor, slotOf } from '@stoa/event-queue';

/** A bot's own defaults, applied to what its request left open (realtime.md 1.1). */
export interface QueueDefaults {
  allPublicStreams: boolean;
  narrow: [string, string][];
}

const LONGEST_LIFE_SECONDS = 604_800;
/** A slot without owner gets one within about this time, in milliseconds. */
const READY_WITHIN_MS = 2_000;
const RETRY_MS = 100;

/** What the queue of a registration is. */
export function queueDescriptor(
  actor: Actor,
  request: RegisterRequest,
  defaults: QueueDefaults,
  idleSeconds: number,
): QueueDescriptor {
  const includes = request.includeSubscribers;
  return {
    id: randomUUID(),
    realmId: actor.realmId,
    userId: actor.userId,
    realmHost: actor.realmHost,
    clientName: actor.clientName,
    eventTypes: request.eventTypes,
    applyMarkdown: request.applyMarkdown,
    clientGravatar: request.clientGravatar,
    slimPresence: request.slimPresence,
    allPublicStreams: request.allPublicStreams ?? defaults.allPublicStreams,
    narrow: request.narrow ?? defaults.narrow,
    includeSubscribers: includes === 'partial' ? 'partial' : includes === 'true',
    capabilities: queueCapabilities(request.capabilities),
    lifespanSeconds:
      request.queueLifespanSeconds > 0 ? Math.min(request.queueLifespanSeconds, LONGEST_LIFE_SECONDS) : idleSeconds,
    isGuest: isGuest(actor),
    createdAt: Date.now(),
  };
}

/** The capabilities that matter to events; the others shape only the initial state. */
function queueCapabilities(capabilities: ClientCapabilities): QueueDescriptor['capabilities'] {
  const { notification_settings_null: _null, user_avatar_url_field_optional: _avatar, ...kept } = capabilities;
  return kept;
}

/** A queue between its creation and its opening (design I4). */
export class PendingQueue {
  private constructor(
    private readonly queues: EventQueues,
    private readonly partition: number,
    readonly descriptor: QueueDescriptor,
  ) {}

  /**
   * Creates the queue: it takes every event from now on.
   * @throws UnavailableError while no events service serves the user's slot
   */
  static async create(queues: EventQueues, partition: number, descriptor: QueueDescriptor): Promise<PendingQueue> {
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    for (;;) {
      const { status } = await queues.registrar.createQueue(slotOf(partition, descriptor.userId), descriptor);
      if (status === 'created') return new PendingQueue(queues, partition, descriptor);
      if (Date.now() >= giveUpAt) throw new UnavailableError(`no event queue can be made now (${status})`);
      await pause(RETRY_MS);
    }
  }

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
