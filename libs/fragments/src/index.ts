export { FragmentedAnswerBuilder, decodeFragmentedAnswer } from './fragmented-answer';
export type { AnswerSegment, ByteRange, FragmentId, KnownFragments } from './fragmented-answer';
export {
  CONSTANTS_SCOPE,
  channelsScope,
  groupsScope,
  realmScope,
  subscribersScope,
  usersScope,
  viewKey,
  visibilityRole,
} from './fragment-scopes';
export type { UserView } from './fragment-scopes';
