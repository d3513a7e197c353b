/** User objects are written in two services: here and where subscriptions let guests see somebody. */
export { UNKNOWN_USER_AVATAR, joinedText, looksDifferentToItself, placeholderText, userText } from '@stoa/contracts';
export type { Perspective, UserRow } from '@stoa/contracts';
