export { parseNarrow } from './parse-narrow';
export type { NarrowResult, ParseOptions } from './parse-narrow';
export type {
  ChannelsOperand,
  HasOperand,
  InOperand,
  IsOperand,
  NarrowCondition,
  NarrowReference,
  NarrowTerm,
} from './narrow-term';
export type { NarrowFailure } from './narrow-result';
export { findContradiction, isPersonalOnly, needsSharedHistory, searchQuery, spectatorNarrow } from './classify';
export type { SharedHistoryAccess } from './classify';
export { collectNarrowReferences, resolveNarrow } from './resolve-narrow';
export type {
  MessageConversation,
  NarrowLookups,
  NarrowReferences,
  ResolvedCondition,
  ResolvedResult,
  ResolvedTerm,
} from './resolve-narrow';
export { quotedPhrases } from './search-query';
export { SEARCH_STOP_WORDS } from './stop-words';
export { matchesQueueNarrow, validateQueueNarrow } from './queue-narrow';
export type { NarrowableMessage, QueueNarrow } from './queue-narrow';
