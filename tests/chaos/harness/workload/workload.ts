import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@stoa/testing';
import { SeededRandom } from '../random';
import { Actor, ActorTools } from './actor';
import { Listener, ListenerTools } from './listener';
import type { Realm } from './population';

/** New queues come this often (ms), and of them so many stay at most. */
const JOIN_MS = 2_500;
const MOST_JOINERS = 12;
/** So long (ms) the first registrations may take. */
const REGISTERED_MS = 60_000;
/** An actor knows so often (ms) which queue its own client has. */
const NOTED_MS = 500;
/** How long (ms) a device sleeps before it asks what there was. */
const NAP_MS = 45_000;

export type WorkloadTools = ListenerTools & Omit<ActorTools, 'random'> & { random: SeededRandom };

/** Everybody who acts and listens in the realms. */
export class Workload {
  readonly listeners: Listener[] = [];
  private readonly joiners: Listener[] = [];
  private readonly acting: Promise<void>[] = [];
  private readonly listening: Promise<void>[] = [];

  constructor(
    private readonly realms: readonly Realm[],
    private readonly tools: WorkloadTools,
  ) {}

  /** Begins to listen and then to act. */
  async start(): Promise<void> {
    const actors: Actor[] = [];
    for (const realm of this.realms) {
      for (const person of realm.actors) {
        const actor = new Actor(realm, person, { ...this.tools, random: this.tools.random.fork() });
        actors.push(actor);
        const onEvent = actor.see.bind(actor);
        this.listen(new Listener(person, realm.facts, this.tools, { applyMarkdown: false, onEvent }), actor);
        this.listen(new Listener(person, realm.facts, this.tools, { applyMarkdown: true, streams: true }));
      }
      this.listen(new Listener(realm.owner, realm.facts, this.tools, { applyMarkdown: false, napMs: NAP_MS }));
    }
    await eventually(() => this.listeners.every(({ record }) => record !== undefined), { timeoutMs: REGISTERED_MS });
    this.acting.push(...actors.map((actor) => actor.run()), this.join());
  }

  /** Ends what acts, wakes what sleeps. */
  async endActing(): Promise<void> {
    this.tools.world.isOver = true;
    await Promise.all(this.acting);
    for (const listener of this.listeners) listener.awake();
  }

  async endListening(): Promise<void> {
    for (const listener of this.listeners) listener.stop();
    await Promise.all(this.listening);
  }

  /** A queue of its own that this workload also looks after. */
  listen(listener: Listener, actor?: Actor): void {
    this.listeners.push(listener);
    const noteQueue = actor && setInterval(() => (actor.knowledge.queueId = listener.record?.queueId), NOTED_MS);
    this.listening.push(listener.run().finally(() => clearInterval(noteQueue)));
  }

  /** Clients come in the middle of everything, and some leave. */
  private async join(): Promise<void> {
    const { random, world } = this.tools;
    while (!world.isOver) {
      await pause(JOIN_MS * (0.5 + random.next()));
      const realm = random.pick(this.realms);
      const applyMarkdown = random.next() < 0.5;
      const options = { applyMarkdown, streams: applyMarkdown };
      const joiner = new Listener(random.pick(realm.actors), realm.facts, this.tools, options);
      this.joiners.push(joiner);
      this.listen(joiner);
      if (this.joiners.length <= MOST_JOINERS) continue;
      const leaver = this.joiners.shift();
      if (!leaver) continue;
      this.listeners.splice(this.listeners.indexOf(leaver), 1);
      await leaver.delete();
    }
  }
}
