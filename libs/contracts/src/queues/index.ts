export { deleteQueue, pollEvents } from './events.api';
