import { StringParam } from '@stoa/http-params';

/** `DELETE /events` (realtime.md 4). */
export class DeleteQueueParams {
  @StringParam({ name: 'queue_id', doc: 'The queue, from `POST /register`.' })
  queueId!: string;
}
