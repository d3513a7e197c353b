export { madeUpEvent } from './made-up-event';
export { storedMessage } from './stored-message';
