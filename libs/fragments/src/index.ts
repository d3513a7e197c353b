export { RopeBuilder, decodeRope } from './rope';
export type { FragmentId, KnownFragments, RopeSegment } from './rope';
export { subscribersScope, usersScope, viewKey, visibilityRole } from './fragment-scopes';
export type { UserView } from './fragment-scopes';
