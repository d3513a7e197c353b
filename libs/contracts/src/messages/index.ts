export { addReaction, addSubmessage, getReadReceipts, removeReaction } from './reactions.api';
