import { composeEvent } from './answer';
import { asList, asNumber, asText, asTexts } from './reply';
import type { ParkedPoll, QueuedEvent } from './types';

/** The mark of a parked request, if there is one, as scripts answer it. */
export function parkedOf(value: unknown): ParkedPoll | undefined {
  if (value === null || value === undefined) return undefined;
  const [gatewayId, nonce] = asTexts(value);
  return { gatewayId: asText(gatewayId), nonce: asText(nonce) };
}

/** Events as scripts answer them: the id and the texts of each. */
export function eventsOf(value: unknown): QueuedEvent[] {
  return asList(value).map((event) => {
    const [id, ...bodies] = asList(event);
    const number = asNumber(id);
    return { id: number, json: composeEvent(number, bodies.length === 1 ? asText(bodies[0]) : asTexts(bodies)) };
  });
}
