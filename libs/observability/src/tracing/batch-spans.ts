import { SpanOptions, isTracing, startRemoteSpan } from './tracing';
import { TraceParent, TraceSpan } from './trace-span';

/** Of the traces that one batch joins, so many get a span of it: a batch costs no more, however much is sampled. */
const MOST_TRACED = 16;

/** Something that may have come with a trace. */
export interface TracedItem {
  readonly seq: number;
  readonly trace?: TraceParent;
}

/**
 * One piece of work on many items of many traces: a span in each item's own trace, linked to the others'. What is done
 * inside {@link run} belongs to the first.
 */
export class BatchSpans {
  private constructor(private readonly spans: ReadonlyMap<number, TraceSpan>) {}

  /** @returns undefined if no item is traced, which costs nothing while traces are off */
  static begin(name: string, items: readonly TracedItem[], options: SpanOptions): BatchSpans | undefined {
    if (!isTracing()) return undefined;
    const traces: (readonly [number, TraceParent])[] = [];
    for (const { seq, trace } of items) {
      if (trace !== undefined) traces.push([seq, trace]);
      if (traces.length === MOST_TRACED) break;
    }
    const spans = new Map<number, TraceSpan>();
    for (const [seq, trace] of traces) {
      const links = traces.filter(([other]) => other !== seq).map(([, linked]) => linked);
      const span = startRemoteSpan(trace, name, {
        ...options,
        links,
        attributes: { ...options.attributes, 'stoa.seq': seq, 'messaging.batch.message_count': items.length },
      });
      if (span) spans.set(seq, span);
    }
    return spans.size > 0 ? new BatchSpans(spans) : undefined;
  }

  /** What goes along with the item from here. */
  traceOf(seq: number): TraceParent | undefined {
    return this.spans.get(seq)?.traceParent;
  }

  /** Runs `work` inside the first span and ends all with it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const [first] = this.spans.values();
    try {
      return await (first ? first.run(work) : work());
    } catch (error) {
      for (const span of this.spans.values()) span.fail(error);
      throw error;
    } finally {
      this.end();
    }
  }

  end(): void {
    for (const span of this.spans.values()) span.end();
  }
}
