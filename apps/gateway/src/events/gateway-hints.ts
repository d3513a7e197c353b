import { HeldPollWake, NatsHintTransport, REVOKED_SUBJECT, decodeWakes, wakeSubject } from '@stoa/changes';
import { type TraceParent, startRemoteSpan } from '@stoa/observability';

type WakeMessage = ReturnType<typeof decodeWakes>;

/** What is told to whoever holds requests. */
interface HintListener {
  onWakes(message: WakeMessage): void;
  /** Ids of users, as they came. */
  onRevoked(users: ReadonlySet<unknown>): void;
}

/** Hears of wakes for requests that are held under a gateway id, and of revoked keys. @returns what ends that */
export function hearHints(transport: NatsHintTransport, gatewayId: string, listener: HintListener): () => void {
  const subscriptions = [
    transport.subscribe(wakeSubject(gatewayId), (data) => listener.onWakes(decodeWakes(data))),
    transport.subscribe(REVOKED_SUBJECT, (data) => {
      const users: unknown = JSON.parse(Buffer.from(data).toString());
      if (Array.isArray(users)) listener.onRevoked(new Set<unknown>(users));
    }),
  ];
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}

/** One span for all polls that a message answers: a trace costs no more in a large channel. */
export function answerPolls(
  { wakes, trace }: WakeMessage,
  answer: (wake: HeldPollWake, trace?: TraceParent) => void,
): void {
  const span = startRemoteSpan(trace, 'answer polls', {
    role: 'consumer',
    attributes: { 'stoa.polls': wakes.length },
  });
  for (const wake of wakes) answer(wake, span?.traceParent);
  span?.end();
}
