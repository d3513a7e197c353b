import type { EventBody } from '@stoa/contracts/events';

/** The parts of a change's event body that shaping reads. */
export type ShapeInput = Pick<EventBody, 'event' | 'localEcho' | 'when' | 'hints'>;

/** An event in the form in which a queue gets it, without its `id`. */
export interface Shaped {
  type: string;
  [field: string]: unknown;
}

/** Message flags of a user; users that are not named have none. */
export type FlagsOf = (userId: number) => readonly string[];
