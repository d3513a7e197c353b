import type { Static } from '@sinclair/typebox';
import type { RegisterResponseSchema } from '@stoa/contracts/users';

/** The answer of `POST /register`: parts that were not asked for are absent (realtime.md 2). */
export type RegisterAnswer = Static<typeof RegisterResponseSchema>;
