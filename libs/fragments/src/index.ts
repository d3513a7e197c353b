export { FragmentedAnswerBuilder, decodeFragmentedAnswer } from './fragmented-answer';
export type { FragmentId, KnownFragments, AnswerSegment } from './fragmented-answer';
export { subscribersScope, usersScope, viewKey, visibilityRole } from './fragment-scopes';
export type { UserView } from './fragment-scopes';
