import { Injectable } from '@nestjs/common';
import type { Actor } from '@stoa/contracts/rpc';
import { type RegisterRequest, register } from '@stoa/contracts/users';
import { Database, type SnapshotReader } from '@stoa/database';
import { UnavailableError, badRequest } from '@stoa/errors';
import { type CallContext, Handles, RawJson } from '@stoa/rpc';
import { StateWriter } from '../shared/state/state-writer';
import { QueueMaker } from './queue-maker';
import { StateReadAdmission } from './state-read-admission';
import { RegisterComposer } from './register-composer';
import { RegisterReader } from './register-reader';
import { RegisterRepository } from './register.repository';
import { PendingQueue, QueueDefaults } from './registration-queue';

/** State as one snapshot saw it, and what opens a queue with that snapshot. */
interface Composed {
  writer: StateWriter;
  snapshot: string;
  epoch: number | null;
}

const NO_DEFAULTS: QueueDefaults = { allPublicStreams: false, narrow: [] };

/**
 * Registers a client (realtime.md 1, 2; design.md I4): a pending queue first, then the whole state in one snapshot,
 * then the queue is opened with that snapshot, so that state plus events is exact.
 */
@Injectable()
export class RegisterService {
  constructor(
    private readonly database: Database,
    private readonly admission: StateReadAdmission,
    private readonly queues: QueueMaker,
    private readonly reader: RegisterReader,
    private readonly composer: RegisterComposer,
    private readonly repository: RegisterRepository,
  ) {}

  /**
   * @returns a fragmented answer: the JSON object of RegisterResponseSchema
   * @throws DomainError for callers who may not register, or 429 when too many register at once
   */
  @Handles(register)
  register({ actor, deadlineAt }: CallContext, request: RegisterRequest): Promise<RawJson> {
    return this.admission.run(() => this.admitted(actor, request), { tenant: request.realm_id, deadlineAt });
  }

  private async admitted(actor: Actor | undefined, request: RegisterRequest): Promise<RawJson> {
    const queue = actor ? await this.createQueue(actor, request) : null;
    const { writer, snapshot, epoch } = await this.compose(request, actor?.userId ?? null);
    writer.field('queue_id', queue?.descriptor.id ?? null);
    writer.field('idle_queue_timeout_secs', this.queues.lifeSeconds(request));
    writer.field('last_event_id', queue ? await queue.open(snapshot, existing(epoch)) : -1);
    return new RawJson(writer.encode());
  }

  private async createQueue(actor: Actor, request: RegisterRequest): Promise<PendingQueue> {
    const needsDefaults = actor.isBot && (request.all_public_streams === undefined || request.narrow === undefined);
    const defaults = needsDefaults ? await this.botDefaults(actor.userId) : NO_DEFAULTS;
    const narrow = request.narrow && (await this.withMentionedIds(actor, request.narrow));
    return this.queues.create(actor, { ...request, narrow }, defaults);
  }

  /** Messages tell whom they mention by id, so addresses of a narrow become ids. @throws DomainError for unknown users */
  private async withMentionedIds(actor: Actor, narrow: [string, string][]): Promise<[string, string][]> {
    const named = narrow.flatMap(([operator, operand]) => (operator === 'mentions' ? [operand.toLowerCase()] : []));
    if (named.length === 0) return narrow;
    const ids = await this.repository.usersNamed(this.database, actor.realmId, named);
    return narrow.map(([operator, operand]) => {
      if (operator !== 'mentions') return [operator, operand];
      const id = ids.get(operand.toLowerCase());
      if (id === undefined) throw badRequest('Invalid narrow operator: unknown user');
      return [operator, String(id)];
    });
  }

  private async botDefaults(userId: number): Promise<QueueDefaults> {
    const { allPublicStreams, channelName } = await this.repository.botDefaults(this.database, userId);
    return { allPublicStreams, narrow: channelName === null ? [] : [['stream', channelName]] };
  }

  private compose(request: RegisterRequest, userId: number | null): Promise<Composed> {
    const work = async (reader: SnapshotReader): Promise<Composed> => {
      const state = await this.reader.read(reader, request, userId);
      const writer = await this.composer.compose(reader, state);
      return { writer, snapshot: reader.snapshot, epoch: state.core.epoch };
    };
    return this.database.snapshotRead(work, { isPlannedOnce: true });
  }
}

function existing(epoch: number | null): number {
  if (epoch === null) throw new UnavailableError('the change log is not running yet');
  return epoch;
}
