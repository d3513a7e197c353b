import type { getWebhookSettings } from '@stoa/contracts/users';
import type { AnswerOf } from '../../api/client';

/** How an incoming webhook bot is set up, as the service shows it. */
export type WebhookSetUp = AnswerOf<typeof getWebhookSettings>;
