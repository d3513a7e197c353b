import { asList } from './reply';
import type { JoinableScript, Script } from './scripts';

type Values = readonly (string | number)[];

/** Sends one call of a script to Redis. @returns its reply */
type SendCall = (script: Script, keys: readonly string[], args: Values) => Promise<unknown>;

interface Call {
  readonly keys: readonly string[];
  readonly args: Values;
  resolve(reply: unknown): void;
  reject(error: unknown): void;
}

/**
 * Calls of one script that are made in one turn of the event loop, for whichever slots: they become one call of Redis, as the
 * call costs more than what most of them do. Only for one server that has all slots.
 */
export class JoinedCalls {
  private waiting: Call[] = [];

  constructor(
    private readonly script: JoinableScript,
    private readonly send: SendCall,
  ) {}

  /** @throws what the script or `send` throws; an error of one call is no concern of the others */
  ask(keys: readonly string[], args: Values): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ keys, args, resolve, reject });
      if (this.waiting.length === 1) process.nextTick(() => this.sendAll());
    });
  }

  private sendAll(): void {
    const all = this.waiting;
    this.waiting = [];
    for (const calls of inBounds(all, this.script.mostKeys)) {
      this.sendTogether(calls).catch((error: unknown) => calls.forEach(({ reject }) => reject(error)));
    }
  }

  private async sendTogether(calls: readonly Call[]): Promise<void> {
    const [first, ...others] = calls;
    if (!first) return;
    if (others.length === 0) {
      first.resolve(await this.send(this.script, first.keys, first.args));
      return;
    }
    const sizes = calls.flatMap(({ keys, args }) => [keys.length, args.length]);
    const keys = calls.flatMap((call) => call.keys);
    const args = [calls.length, ...sizes, ...calls.flatMap((call) => call.args)];
    const replies = asList(await this.send(this.script.joined, keys, args));
    calls.forEach(({ resolve, reject }, index) => {
      const reply = replies[index];
      if (reply instanceof Error) reject(reply);
      else resolve(asList(reply)[0]);
    });
  }
}

/**
 * Values of joined calls, at most: those of the largest chunk of appends (append-plan.ts). Many more could neither be given to a
 * function of the client, nor be worked off by Redis while others wait.
 */
const MOST_VALUES = 16_000;

/** In order, as many together as have no more than `mostKeys` keys and {@link MOST_VALUES}; one that has more goes alone. */
function inBounds(calls: readonly Call[], mostKeys: number): Call[][] {
  const groups: Call[][] = [];
  let group: Call[] = [];
  let [keys, values] = [0, 0];
  for (const call of calls) {
    const isFull = keys + call.keys.length > mostKeys || values + call.args.length > MOST_VALUES;
    if (group.length > 0 && isFull) {
      groups.push(group);
      group = [];
      [keys, values] = [0, 0];
    }
    group.push(call);
    keys += call.keys.length;
    values += call.args.length;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}
