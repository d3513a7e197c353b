import { ResponseBody } from '@stoa/testing';
import { Person } from '../../../support/people';
import { SeededRandom } from '../random';
import type { ActionOutcome, Journal } from '../records';
import { Action, Actions, Knowledge } from './actions';
import type { Attempts, CallResult, World } from './attempts';
import type { Realm } from './population';

export interface ActorTools {
  journal: Journal;
  attempts: Attempts;
  world: World;
  random: SeededRandom;
  /** Distinguishes the marks of this run from those of others. */
  runMark: string;
  /** Mean time (ms) between two actions. */
  pauseMs: number;
}

/** A user that does one thing after the other, as the answers come. */
export class Actor {
  readonly knowledge = new Knowledge();
  private readonly actions: Actions;
  private life = 0;

  constructor(
    realm: Realm,
    readonly person: Person,
    private readonly tools: ActorTools,
  ) {
    this.actions = new Actions(realm, person, this.knowledge, tools.random, tools.runMark);
  }

  /** Acts until the world is over. */
  async run(): Promise<void> {
    const { world, random, pauseMs } = this.tools;
    while (!world.isOver) {
      if (this.life !== world.life) {
        this.life = world.life;
        this.knowledge.forget();
      }
      await this.perform(this.actions.next());
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + random.next())));
    }
  }

  /** Notes what the user sees. */
  see(event: ResponseBody): void {
    if (event.type !== 'message' || event.message.type !== 'stream') return;
    const mark = /^([a-z]+\d+x[0-9a-f]+):/.exec(event.message.content)?.[1];
    if (!mark) return;
    const evidence = `sent:${mark}`;
    this.knowledge.lastEvidence = evidence;
    this.knowledge.seen.push({ id: event.message.id, evidence, topic: event.message.subject });
    if (this.knowledge.seen.length > 30) this.knowledge.seen.shift();
  }

  private async perform(action: Action): Promise<void> {
    const startedAt = Date.now();
    const result = await this.tools.attempts.call({
      action: action.kind,
      request: action.request,
      isRepeatable: action.isRepeatable,
    });
    const { outcome, isDefinite, refusal } = this.judge(action, result);
    const { kind, evidence, isOnce, cause, toldTo, asksBot } = action;
    const { userId } = this.person;
    const { attempts } = result;
    const endedAt = Date.now();
    const record = { kind, userId, startedAt, endedAt, attempts, outcome, isDefinite, evidence, isOnce };
    this.tools.journal.actions.push({ ...record, cause, refusal, toldTo, asksBot });
    if (outcome === 'acknowledged' && action.isUnique && evidence[0]) this.knowledge.lastEvidence = evidence[0];
  }

  private judge(action: Action, result: CallResult): { outcome: ActionOutcome; isDefinite: boolean; refusal?: string } {
    if (result.kind !== 'answer') return { outcome: result.kind, isDefinite: false };
    const { status, body } = result.response;
    if (status === 200) {
      // Written for the life in which it was asked for; of another one its client knows nothing.
      if (this.life === this.tools.world.life) action.done?.(body);
      const hasChanged = action.hasChanged?.(body) ?? true;
      return { outcome: 'acknowledged', isDefinite: hasChanged && (action.isUnique || !result.isRepeated) };
    }
    const refusal = `${status} ${String(body.msg)}`;
    const expected = [action.refusals, result.isRepeated ? action.repetitions : undefined];
    const isExpected = this.tools.world.life > 0 || expected.some((texts) => texts?.test(body.msg));
    if (!isExpected) this.tools.journal.violate('only what must be is refused', `${action.kind}: ${refusal}`, body);
    if (result.isRepeated || this.tools.world.life > 0) action.done?.(body);
    return { outcome: 'refused', isDefinite: false, refusal: `${action.kind}: ${refusal.replaceAll(/\d{2,}/g, 'N')}` };
  }
}
