export { reconsiderCollectedQueues } from './collected-queues.api';
export { discardPushDeadLetters, listPushDeadLetters, replayPushDeadLetters } from './dead-letters.api';
export type { DeadLetter } from './dead-letters.api';
export {
  addApnsToken,
  addFcmToken,
  registerPushDevice,
  removeApnsToken,
  removeFcmToken,
  testEncryptedPush,
  testLegacyPush,
} from './push.api';
