export { ACCOUNT_MAILS, ONBOARDING_KINDS } from './account-mails';
export type { AccountMail, AccountMailKind, OnboardingKind } from './account-mails';
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
export { makeBounceAddress, openBounceAddress, reportBounce, reportMailRefusal } from './mail-bounces.api';
export type { MailOwner, MailReport } from './mail-bounces.api';
export {
  ADDRESS_STEPS,
  clearMailSuspensions,
  endMailSuspension,
  followAddressLink,
  listAllMailSuspensions,
  listMailSuspensions,
  openAddressLink,
} from './mail-suspensions.api';
export type { AddressStep, MailSuspension, MailSuspensionReason } from './mail-suspensions.api';
export { readReplyAddress } from './reply-addresses.api';
export { openUnsubscribeAddress, openUnsubscribeLink } from './unsubscribe.api';
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
