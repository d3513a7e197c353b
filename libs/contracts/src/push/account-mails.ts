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
const WelcomeFacts = Type.Object({
  /** What its user types to sign in with the password of an LDAP directory; absent: the password is here. */
  directoryLogin: Type.Optional(Type.String()),
});
/** Whoever opens its link confirms a suspended address. */
const AddressCheckFacts = Type.Object({
  /** Which suspension it ends, milliseconds since the epoch. */
  sinceMs: Type.Number(),
});

/** Told at the old address: whoever took the account over has the new one. */
const AddressChangedFacts = Type.Object({ oldAddress: Type.String(), newAddress: Type.String() });
/** A few days after the account was made: what it can do. */
const OnboardingFacts = Type.Object({});

/** What `mail_job` holds of mails about accounts: the users service orders most of them, the push service writes and sends them. */
export const ACCOUNT_MAILS = {
  new_login: NewLoginFacts,
  welcome: WelcomeFacts,
  address_check: AddressCheckFacts,
  address_changed: AddressChangedFacts,
  onboarding_topics: OnboardingFacts,
  onboarding_guide: OnboardingFacts,
  onboarding_team: OnboardingFacts,
} as const;

/** In the order in which they are sent; a link in each ends the others. */
export const ONBOARDING_KINDS = ['onboarding_topics', 'onboarding_guide', 'onboarding_team'] as const;
export type OnboardingKind = (typeof ONBOARDING_KINDS)[number];

export type AccountMailKind = keyof typeof ACCOUNT_MAILS;
export type AccountMailFacts<Kind extends AccountMailKind> = Static<(typeof ACCOUNT_MAILS)[Kind]>;
export type AccountMail = { [Kind in AccountMailKind]: { kind: Kind; facts: AccountMailFacts<Kind> } }[AccountMailKind];
