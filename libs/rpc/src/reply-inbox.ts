import { ErrorCode, type Msg, type NatsConnection, NatsError, createInbox } from 'nats';

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
  timer: NodeJS.Timeout;
}

/**
 * Asks over NATS; all answers come to one subscription. The client's own `request` does the same, but makes an error with its
 * stack for each request, those that are answered in time included, and that was a good part of what a call cost.
 */
export class ReplyInbox {
  private readonly prefix = `${createInbox()}.`;
  private readonly waiting = new Map<string, Waiting>();
  private asked = 0;

  constructor(private readonly connection: NatsConnection) {
    connection.subscribe(`${this.prefix}*`, {
      callback: (error, message) => (error ? this.refuseAll(error) : this.take(message)),
    });
    void connection.closed().then(() => this.refuseAll(errorOf(ErrorCode.ConnectionClosed)));
  }

  /** Sends a request; exactly one of its callbacks is called, perhaps at once. */
  ask(subject: string, data: Uint8Array, question: Question): void {
    this.asked += 1;
    const name = this.asked.toString(36);
    try {
      this.connection.publish(subject, data, { reply: this.prefix + name });
    } catch (error) {
      question.reject(error);
      return;
    }
    const timer = setTimeout(() => this.settle(name)?.reject(errorOf(ErrorCode.Timeout)), question.timeoutMs);
    this.waiting.set(name, { ...question, timer });
  }

  private take(message: Msg): void {
    const question = this.settle(message.subject.slice(this.prefix.length));
    const hasStatus = message.data.length === 0 && message.headers?.code === NOBODY_LISTENS;
    if (hasStatus) question?.reject(errorOf(ErrorCode.NoResponders));
    else question?.resolve(message);
  }

  /** @returns undefined for one that is settled: of answers to one question, the first counts */
  private settle(name: string): Question | undefined {
    const question = this.waiting.get(name);
    if (!question) return undefined;
    this.waiting.delete(name);
    clearTimeout(question.timer);
    return question;
  }

  private refuseAll(error: NatsError): void {
    for (const name of [...this.waiting.keys()]) this.settle(name)?.reject(error);
  }
}

function errorOf(code: ErrorCode): NatsError {
  return NatsError.errorForCode(code);
}
