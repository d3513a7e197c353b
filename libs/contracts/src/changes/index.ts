/** Changes as they travel from the outbox to queues and to mobile push. */
export { AudienceSet, encodeAudience } from './audience';
export type { Audience } from './audience';
export {
  decodeBody,
  decodeRouting,
  encodeBody,
  encodeRouting,
  eventName,
  isOfType,
  traceOf,
  withTrace,
} from './change';
export type {
  CapabilityCondition,
  ChangeRouting,
  EventBody,
  EventRoute,
  NumberedChange,
  PartitionBeat,
  PartitionState,
} from './change';
