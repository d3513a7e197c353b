import { randomInt } from 'node:crypto';
import { encodeBody, encodeRouting } from '@stoa/contracts/changes';
import { ChangeEvent } from '@stoa/contracts/events';
import { activeTrace } from '@stoa/observability';
import { StreamedChange } from './framing';
import { HintTransport } from './hint-transport';
import { ephemeralSubject } from './subjects';

const NEWLINE = 10;
/** Above every seq of a log, so that no queue counts an ephemeral event as one that it has. */
const SEQ_BASE = 2 ** 52;
const SEQ_RANGE = 2 ** 48 - 1;

/**
 * Sends events that are no changes, such as typing: nothing is stored, and clients without an open queue miss them. They share
 * the form of changes, so that the same code routes and shapes them.
 */
export function publishEphemeral(
  transport: HintTransport,
  to: { partition: number; realmId: number },
  events: readonly ChangeEvent[],
): void {
  if (events.length === 0) return;
  const text = `${encodeRouting(to.realmId, events, activeTrace())}\n${encodeBody(events)}`;
  transport.publish(ephemeralSubject(to.partition), Buffer.from(text));
}

/** What {@link publishEphemeral} sent; texts are parsed only when they are asked for. */
export function decodeEphemeral(partition: number, data: Uint8Array): StreamedChange {
  const buffer = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const end = buffer.indexOf(NEWLINE);
  const seq = SEQ_BASE + randomInt(SEQ_RANGE);
  return new StreamedChange(partition, 0, seq, 0, buffer.subarray(0, Math.max(end, 0)), buffer.subarray(end + 1));
}
