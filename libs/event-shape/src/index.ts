export { attachmentInSeconds, shownAttachment, withMessageIds } from './attachment-forms';
export { EventShaper } from './event-shaper';
export type { ShapedEvent } from './event-shaper';
export { UNKNOWN_USER_AVATAR_URL } from './message-forms';
export { QueueShape } from './queue-profile';
export type { QueueCapability, QueueProfile } from './queue-profile';
export type { FlagsOf, ShapeInput } from './shape-input';
