export { CHUNK_SIZE, ChunkBits, chunkOf } from './chunk-bits';
export { DELIVERED_BITS, MessageFlagBit, flagNames, flagNamesWithoutReceipt } from './message-flags';
export type { EditableFlag } from './message-flags';
export type { MembershipSpan } from './membership';
export type { MessageMove, Receipt, StoredMessage } from './receipt';
export { ReadStateModel } from './read-state-model';
export type { ChannelMove, ContentFlags, SentMessage } from './read-state-model';
