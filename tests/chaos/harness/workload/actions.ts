import { randomUUID } from 'node:crypto';
import { Parameters, ResponseBody, TestResponse } from '@stoa/testing';
import { Person } from '../../../support/people';
import { SeededRandom } from '../random';
import type { Realm } from './population';

/** One thing that a user does, and what it leaves. */
export interface Action {
  kind: string;
  request: (signal: AbortSignal) => Promise<TestResponse>;
  isRepeatable: boolean;
  /** Keys that the log has if it happened. */
  evidence: readonly string[];
  /** However often it is tried, it happens once. */
  isOnce: boolean;
  /** The evidence is of this action alone, so that any success proves it. */
  isUnique: boolean;
  cause?: string;
  /** Whether a success says that this attempt changed something; true unless given. */
  hasChanged?: (body: ResponseBody) => boolean;
  /** Texts of the refusals that what others do at the same time may cause. */
  refusals?: RegExp;
  /** Texts of the refusals that an attempt of its own may cause that succeeded without its answer arriving. */
  repetitions?: RegExp;
  /** A user who is to be notified of it by push. */
  toldTo?: number;
  /** Full name of a bot whose service is to be called about it. */
  asksBot?: string;
  done?: (body: ResponseBody) => void;
}

/** A message that a user may act on. */
export interface KnownMessage {
  id: number;
  evidence: string;
  topic: string;
}

/** What an actor has in mind. */
export class Knowledge {
  mine: KnownMessage[] = [];
  seen: KnownMessage[] = [];
  isInLobby = true;
  isInGroup = false;
  queueId: string | undefined;
  /** Evidence of what was seen or done last. */
  lastEvidence: string | undefined;

  /** Forgets what may never have happened. */
  forget(): void {
    Object.assign(this, { mine: [], seen: [], lastEvidence: undefined });
  }
}

const TOPICS = ['plans', 'lunch', 'release'];
const EMOJI = ['heart', 'tada', 'smile', 'octopus', 'eyes', 'rocket'];
const GONE = /Invalid message|not exist|deleted/i;

/** Makes the actions of one user of a realm. */
export class Actions {
  private count = 0;

  constructor(
    private readonly realm: Realm,
    private readonly person: Person,
    private readonly knowledge: Knowledge,
    private readonly random: SeededRandom,
    private readonly runMark: string,
  ) {}

  /** A text that no other action has; begins with letters so that markup leaves it alone. */
  private mark(): string {
    this.count += 1;
    return `m${this.person.userId}x${this.runMark}${this.count.toString(16).padStart(5, '0')}`;
  }

  send(): Action {
    const { channels, phone, bot } = this.realm;
    const chance = this.random.next();
    const isMention = chance < 0.1;
    const asksBot = !isMention && chance < 0.2 ? bot.fullName : undefined;
    const mention = isMention ? ` @**${phone.person.fullName}**` : '';
    const topic = this.random.pick(TOPICS);
    const { queueId } = this.knowledge;
    const echo = queueId && this.random.next() < 0.3 ? { queue_id: queueId, local_id: String(this.count) } : {};
    const where = { type: 'channel', to: this.random.pick(channels).id, topic, ...echo };
    // A later change would change its notification or its call: messages that a phone or a service hears of stay as they are.
    if (asksBot !== undefined) return { ...this.message(where, ` @**${asksBot}**`), asksBot };
    return isMention ? this.message(where, mention, undefined, phone.person) : this.message(where, '', topic);
  }

  direct(): Action {
    const { actors, phone } = this.realm;
    const others = actors.filter(({ userId }) => userId !== this.person.userId);
    const to = this.random.next() < 0.4 ? phone.person : this.random.pick(others);
    return this.message({ type: 'direct', to: [to.userId] }, '', undefined, to === phone.person ? to : undefined);
  }

  private message(where: Parameters, suffix: string, topic?: string, toldTo?: Person): Action {
    const mark = this.mark();
    const content = `${mark}: ${suffix} what ${this.person.fullName} says`;
    const hasKey = this.random.next() < 0.8;
    const headers = hasKey ? { 'idempotency-key': randomUUID() } : undefined;
    const evidence = `sent:${mark}`;
    return {
      kind: hasKey ? 'send' : 'send-without-key',
      request: (signal) => this.person.client.post('/messages', { ...where, content }, { headers, signal }),
      isRepeatable: hasKey,
      evidence: [evidence],
      isOnce: true,
      isUnique: true,
      toldTo: toldTo?.userId,
      cause: this.knowledge.lastEvidence,
      done: ({ id }) => {
        if (topic !== undefined) this.knowledge.mine.push({ id, evidence, topic });
        if (this.knowledge.mine.length > 30) this.knowledge.mine.shift();
      },
    };
  }

  edit(): Action | undefined {
    const message = this.own();
    if (!message) return undefined;
    const mark = this.mark();
    const content = `${mark}: edited by ${this.person.fullName}`;
    return {
      ...this.change('edit', [`edited:${mark}`], message),
      request: (signal) => this.person.client.patch(`/messages/${message.id}`, { content }, { signal }),
    };
  }

  /** Moves a message and what follows it to a topic of its own, perhaps in another channel. */
  move(): Action | undefined {
    const message = this.own();
    if (!message) return undefined;
    const mark = this.mark();
    const isAdministrator = this.person === this.realm.actors[0];
    const elsewhere = isAdministrator && this.random.next() < 0.5;
    const parameters = {
      topic: `moved ${mark}`,
      propagate_mode: isAdministrator ? 'change_later' : 'change_one',
      ...(elsewhere ? { stream_id: this.random.pick(this.realm.channels).id } : {}),
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    };
    return {
      ...this.change('move', [`moved:${mark}`], message),
      request: (signal) => this.person.client.patch(`/messages/${message.id}`, parameters, { signal }),
    };
  }

  remove(): Action | undefined {
    const message = this.own();
    if (!message || this.person !== this.realm.actors[0]) return undefined;
    const { knowledge } = this;
    knowledge.mine = knowledge.mine.filter((other) => other !== message);
    return {
      ...this.change('delete', [`deleted:${message.id}`], message),
      isOnce: true,
      request: (signal) => this.person.client.delete(`/messages/${message.id}`, {}, { signal }),
    };
  }

  private own(): KnownMessage | undefined {
    const { mine } = this.knowledge;
    return mine.length === 0 ? undefined : this.random.pick(mine);
  }

  private change(kind: string, evidence: readonly string[], { evidence: cause }: KnownMessage) {
    return {
      kind,
      evidence,
      cause,
      isRepeatable: true,
      isOnce: false,
      isUnique: true,
      refusals: GONE,
      repetitions: /Nothing to change/,
    };
  }

  react(): Action | undefined {
    const message = this.seen();
    if (!message) return undefined;
    const emoji = this.random.pick(EMOJI);
    const evidence = `reaction/add:${this.person.userId}:${message.id}:${emoji}`;
    return {
      kind: 'react',
      request: (signal) =>
        this.person.client.post(`/messages/${message.id}/reactions`, { emoji_name: emoji }, { signal }),
      isRepeatable: true,
      evidence: [evidence],
      isOnce: true,
      isUnique: true,
      cause: message.evidence,
      refusals: /Invalid message|Reaction already exists/,
    };
  }

  /** Marks what was seen as read, or stars it. */
  flag(): Action | undefined {
    const message = this.seen();
    if (!message) return undefined;
    const flag = this.random.pick(['read', 'read', 'starred']);
    return {
      kind: 'flag',
      request: (signal) =>
        this.person.client.post('/messages/flags', { messages: [message.id], op: 'add', flag }, { signal }),
      isRepeatable: true,
      evidence: [`flag/add/${flag}:${this.person.userId}:${message.id}`],
      isOnce: false,
      isUnique: false,
      cause: message.evidence,
      hasChanged: () => false,
      refusals: GONE,
    };
  }

  private seen(): KnownMessage | undefined {
    const { seen } = this.knowledge;
    return seen.length === 0 ? undefined : this.random.pick(seen);
  }

  /** Leaves the lobby or comes back. */
  subscribe(): Action {
    const { knowledge, person } = this;
    const { lobby } = this.realm;
    const joins = !knowledge.isInLobby;
    const done = () => (knowledge.isInLobby = joins);
    const shared = { kind: 'subscribe', isRepeatable: true, isOnce: false, isUnique: false, done };
    const evidence = [`subscription/${joins ? 'add' : 'remove'}:${person.userId}:${lobby.id}`];
    return joins
      ? {
          ...shared,
          evidence,
          request: (signal) =>
            person.client.post('/users/me/subscriptions', { subscriptions: [{ name: lobby.name }] }, { signal }),
          hasChanged: ({ subscribed }) => Object.keys(subscribed).length > 0,
        }
      : {
          ...shared,
          evidence,
          request: (signal) =>
            person.client.delete('/users/me/subscriptions', { subscriptions: [lobby.name] }, { signal }),
          hasChanged: ({ removed }) => removed.length > 0,
        };
  }

  /** An administrator joins or leaves the group. */
  group(): Action | undefined {
    const { knowledge, person } = this;
    if (person === this.realm.actors[2]) return undefined;
    const joins = !knowledge.isInGroup;
    const parameters = joins ? { add: [person.userId] } : { delete: [person.userId] };
    return {
      kind: 'group',
      request: (signal) => person.client.post(`/user_groups/${this.realm.groupId}/members`, parameters, { signal }),
      isRepeatable: true,
      evidence: [`group/${joins ? 'add' : 'remove'}_members:${this.realm.groupId}:${person.userId}`],
      isOnce: false,
      isUnique: false,
      repetitions: /already a member|There is no member/,
      done: () => (knowledge.isInGroup = joins),
    };
  }

  upload(): Action {
    const name = `${this.mark()}.txt`;
    const files = { file: { name, content: Buffer.from(`what ${name} holds`), type: 'text/plain' } };
    return {
      kind: 'upload',
      request: (signal) => this.person.client.post('/user_uploads', {}, { multipart: true, files, signal }),
      isRepeatable: true,
      evidence: [`uploaded:${name}`],
      isOnce: false,
      isUnique: true,
    };
  }

  /** A tool delivers something, and repeats it under the same id until it gets a success. */
  deliver(): Action {
    const { channels, hook } = this.realm;
    const mark = this.mark();
    const payload = JSON.stringify({ repository: { name: 'deliveries' }, sender: { login: mark } });
    const headers = { 'x-github-event': 'ping', 'x-github-delivery': mark };
    const path = `/external/github?stream=${this.random.pick(channels).id}`;
    return {
      kind: 'deliver',
      request: (signal) => hook.client.post(path, { payload }, { headers, signal, unchecked: true }),
      isRepeatable: true,
      evidence: [`delivered:${mark}`],
      isOnce: true,
      isUnique: true,
    };
  }

  /** Typing and presence: sent at most once, without a trace. */
  passing(): Action {
    const { channels } = this.realm;
    const shared = { isRepeatable: true, evidence: [], isOnce: false, isUnique: false };
    return this.random.next() < 0.5
      ? {
          ...shared,
          kind: 'typing',
          request: (signal) =>
            this.person.client.post(
              '/typing',
              { type: 'stream', op: 'start', stream_id: this.random.pick(channels).id, topic: TOPICS[0] },
              { signal },
            ),
        }
      : {
          ...shared,
          kind: 'presence',
          request: (signal) =>
            this.person.client.post('/users/me/presence', { status: 'active', last_update_id: -1 }, { signal }),
        };
  }

  /** The next thing to do: mostly sends. */
  next(): Action {
    const chance = this.random.next();
    const choices: [number, () => Action | undefined][] = [
      [0.34, () => this.send()],
      [0.44, () => this.direct()],
      [0.52, () => this.edit()],
      [0.58, () => this.move()],
      [0.62, () => this.remove()],
      [0.76, () => this.react()],
      [0.84, () => this.flag()],
      [0.88, () => this.subscribe()],
      [0.91, () => this.group()],
      [0.93, () => this.upload()],
      [0.96, () => this.deliver()],
      [1, () => this.passing()],
    ];
    return choices.find(([limit]) => chance < limit)?.[1]() ?? this.send();
  }
}
