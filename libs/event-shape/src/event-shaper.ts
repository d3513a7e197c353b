import { accepts } from './accepts';
import { mergeKeyOf } from './merge-key';
import { MessageForms } from './message-forms';
import { QueueShape } from './queue-profile';
import { Rewriter, rewriterOf } from './rewrite';
import { FlagsOf, ShapeInput } from './shape-input';

/** One form of an event, the same object for every queue that gets it. */
export interface ShapedEvent {
  /** Unique among the forms of one event. */
  readonly key: string;
  /** JSON texts of the events that it consists of (usually one), without `id`, each beginning `{"type":`. */
  readonly texts: readonly string[];
  /** Set when the event may be merged with the last one of the queue (realtime.md 6.6). */
  readonly mergeKey?: string;
}

/** Forms of one event whose per-user parts differ, by those parts. */
interface Form {
  texts: readonly string[];
  shaped: Map<string, ShapedEvent>;
}

const NO_FLAGS: readonly string[] = [];

/** Fits one event of a change to queues: every form is built and serialised once, however many queues get it. */
export class EventShaper {
  private readonly forms = new Map<string | number, Form>();
  private readonly flagTexts = new Map<readonly string[], string>();
  private readonly messageForms: MessageForms | undefined;
  private readonly rewriter: Rewriter;
  private readonly mergeKey: string | undefined;
  private readonly hasFlags: boolean;

  /** @param flagsOf the users' flags of the message that a `message` or `update_message` event is about */
  constructor(
    private readonly input: ShapeInput,
    private readonly flagsOf: FlagsOf = () => NO_FLAGS,
  ) {
    const { event, hints } = input;
    this.messageForms = event.type === 'message' ? new MessageForms(event, hints) : undefined;
    this.rewriter = rewriterOf(event);
    this.mergeKey = mergeKeyOf(event);
    this.hasFlags = event.type === 'message' || event.type === 'update_message';
  }

  /**
   * @param isRecipient false for a queue that gets a message only through `all_public_streams`: it has no flags
   * @returns undefined if the queue does not accept the event
   */
  shapeFor(queue: QueueShape, queueId: string, userId: number, isRecipient = true): ShapedEvent | undefined {
    const flags = this.hasFlags && isRecipient ? this.flagsOf(userId) : NO_FLAGS;
    if (!accepts(queue, this.input, flags)) return undefined;
    const key = this.messageForms?.formOf(queue, userId) ?? this.rewriter.keyOf(queue);
    const form = this.forms.get(key) ?? this.buildForm(key, queue);
    const extras = this.hasFlags ? this.flagsText(flags) + this.echoText(queueId) : '';
    const known = form.shaped.get(extras);
    if (known) return known;
    const texts = extras === '' ? form.texts : form.texts.map((text) => `${text.slice(0, -1)}${extras}}`);
    const shaped: ShapedEvent = { key: `${key}${extras}`, texts, mergeKey: this.mergeKey };
    form.shaped.set(extras, shaped);
    return shaped;
  }

  private buildForm(key: string | number, queue: QueueShape): Form {
    const events =
      this.messageForms && typeof key === 'number'
        ? [this.messageForms.build(key, queue)]
        : this.rewriter.rewrite(queue);
    const texts = events.map(({ type, ...rest }) => JSON.stringify({ type, ...rest }));
    const form: Form = { texts, shaped: new Map() };
    this.forms.set(key, form);
    return form;
  }

  private flagsText(flags: readonly string[]): string {
    let text = this.flagTexts.get(flags);
    if (text === undefined) {
      text = `,"flags":${JSON.stringify(this.messageForms ? withWildcard(flags) : flags)}`;
      this.flagTexts.set(flags, text);
    }
    return text;
  }

  private echoText(queueId: string): string {
    const { localEcho } = this.input;
    if (localEcho?.queueId !== queueId) return '';
    const id = JSON.stringify(localEcho.localId);
    return `,"local_message_id":${id},"local_id":${id}`;
  }
}

/** Old clients read `wildcard_mentioned` of new messages instead of the two flags that replaced it (messages.md 3.1). */
function withWildcard(flags: readonly string[]): readonly string[] {
  const isWildcard = flags.includes('stream_wildcard_mentioned') || flags.includes('topic_wildcard_mentioned');
  return isWildcard && !flags.includes('wildcard_mentioned') ? [...flags, 'wildcard_mentioned'] : flags;
}
