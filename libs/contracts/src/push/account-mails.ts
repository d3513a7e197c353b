import { Static, Type } from '@sinclair/typebox';

/** A sign-in from a browser that the account has not been used with (mail-and-integrations.md 3). */
const NewLoginFacts = Type.Object({
  /** `Firefox on Linux`; '' is unknown. */
  client: Type.String(),
  ipAddress: Type.String(),
  /** Milliseconds since the epoch. */
  atMs: Type.Number(),
});
/** An account was made: where it is and how to sign in. */
const WelcomeFacts = Type.Object({});

/** What `mail_job` holds of mails about accounts: the users service orders them, the push service writes and sends them. */
export const ACCOUNT_MAILS = { new_login: NewLoginFacts, welcome: WelcomeFacts } as const;

export type AccountMailKind = keyof typeof ACCOUNT_MAILS;
export type AccountMailFacts<Kind extends AccountMailKind> = Static<(typeof ACCOUNT_MAILS)[Kind]>;
export type AccountMail = { [Kind in AccountMailKind]: { kind: Kind; facts: AccountMailFacts<Kind> } }[AccountMailKind];
