export { parsePushKey } from './crypto/push-key';
export { PUSH_NONCE_BYTES, encryptPush } from './crypto/encrypt-push';
export { PushKeyring } from './crypto/push-keyring';
export type { PushIdentity, PushKeyOwner } from './crypto/push-keyring';
export { PUSH_TRIGGERS } from './decisions/triggers';
export type { MentionedGroup, PushDecision, PushTrigger } from './decisions/triggers';
export type {
  ChannelRecipientFacts,
  EditRecipientFacts,
  IdleFacts,
  MentionedGroupFacts,
  PushRecipientFacts,
  PushSettings,
  PushedMessageFacts,
} from './decisions/facts';
export { decideNewMessage } from './decisions/new-message';
export { decideEdit, editWithdraws } from './decisions/edited-message';
export type { EditRemovalFacts } from './decisions/edited-message';
export { isPushSwitchedOff, mustBeIdle, passesIdleRule } from './decisions/idle';
export type {
  E2eeDevice,
  E2eePlaintext,
  E2eePushRequest,
  LegacyApnsPayload,
  LegacyPayloads,
  PushChannelConversation,
  PushDirectConversation,
  PushKind,
  PushMessage,
  PushMessageView,
  PushRealm,
  PushSender,
} from './payloads/facts';
export { e2eeMessage, e2eeRemoval, e2eeTest } from './payloads/e2ee-plaintext';
export { legacyBasePayload, legacyMessage, legacyRemoval, legacyTest } from './payloads/legacy-payloads';
export { e2eePushRequest, relayJson } from './payloads/relay-request';
export { contentText } from './content-text/content-text';
export { mentionsOf } from './content-text/mentions';
export type { RenderedMentions } from './content-text/mentions';
