/** Codes of `bot_type` (users.md 16). */
export const BotType = { Generic: 1, IncomingWebhook: 2, OutgoingWebhook: 3, Embedded: 4 } as const;
