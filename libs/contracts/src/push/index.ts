export { ACCOUNT_MAILS } from './account-mails';
export type { AccountMail, AccountMailKind } from './account-mails';
export { reconsiderCollectedQueues } from './collected-queues.api';
export {
  discardMailDeadLetters,
  discardPushDeadLetters,
  listMailDeadLetters,
  listPushDeadLetters,
  replayMailDeadLetters,
  replayPushDeadLetters,
} from './dead-letters.api';
export type { DeadLetter, MailDeadLetter } from './dead-letters.api';
export { readReplyAddress } from './reply-addresses.api';
export { openUnsubscribeLink } from './unsubscribe.api';
export {
  addApnsToken,
  addFcmToken,
  registerClientDevice,
  registerPushDevice,
  removeApnsToken,
  removeClientDevice,
  removeFcmToken,
  testEncryptedPush,
  testLegacyPush,
} from './push.api';
