import { NamedTransients } from '@stoa/transients';
import { ErrorCode, type Msg, type NatsConnection, NatsError, type Subscription, createInbox } from 'nats';

/** What a server of NATS says of a request that nobody listens to: a status, and nothing else. */
const NOBODY_LISTENS = 503;

interface Question {
  /** For an answer to come. */
  timeoutMs: number;
  resolve(answer: Msg): void;
  /** Called with a {@link NatsError}: nobody listens, no answer in time, or the connection is closed for good. */
  reject(error: unknown): void;
}

interface Waiting extends Question {
  /** Where its answer comes. */
  subject: string;
  timer: NodeJS.Timeout;
}

/**
 * Asks over NATS; all answers come to one subscription. The client's own `request` does the same, but makes an error with its
 * stack for each request, those that are answered in time included, and that was a good part of what a call cost.
 */
export class ReplyInbox {
  private readonly prefix = `${createInbox()}.`;
  private readonly waiting = new NamedTransients<Waiting>(this.prefix);

  private subscription: Subscription | undefined;

  constructor(private readonly connection: NatsConnection) {
    this.listen();
    void connection.closed().then(() => this.refuseAll(errorOf(ErrorCode.ConnectionClosed)));
  }

  /** Sends a request; exactly one of its callbacks is called, perhaps at once. */
  ask(subject: string, data: Uint8Array, question: Question): void {
    const { subject: reply } = this.waiting.add((name) => {
      const timer = setTimeout(() => this.settle(name)?.reject(errorOf(ErrorCode.Timeout)), question.timeoutMs);
      return { ...question, subject: name, timer };
    });
    try {
      this.listen();
      this.connection.publish(subject, data, { reply });
    } catch (error) {
      this.settle(reply)?.reject(error);
    }
  }

  /** A subscription ends when the server refuses it: the next question makes another. */
  private listen(): void {
    this.subscription ??= this.connection.subscribe(`${this.prefix}*`, {
      callback: (error, message) => {
        if (!error) return this.take(message);
        this.subscription = undefined;
        this.refuseAll(error);
      },
    });
  }

  private take(message: Msg): void {
    const question = this.settle(message.subject);
    const hasStatus = message.data.length === 0 && message.headers?.code === NOBODY_LISTENS;
    if (hasStatus) question?.reject(errorOf(ErrorCode.NoResponders));
    else question?.resolve(message);
  }

  /** @returns undefined for one that is settled: of answers to one question, the first counts */
  private settle(subject: string): Question | undefined {
    const question = this.waiting.remove(subject);
    clearTimeout(question?.timer);
    return question;
  }

  private refuseAll(error: NatsError): void {
    for (const { subject } of this.waiting.values()) this.settle(subject)?.reject(error);
  }
}

function errorOf(code: ErrorCode): NatsError {
  return NatsError.errorForCode(code);
}
