import { Static, Type } from '@sinclair/typebox';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

const AppSchema = Type.Object({
  app: Type.Union([Type.Literal('phone'), Type.Literal('desktop')]),
  pad: Type.String(),
});

/** What a sign-in is for. */
const PurposeSchema = Type.Object({
  /** Path of the page to go to. */
  next: Type.String(),
  app: Nullable(AppSchema),
  /** The person came to join. */
  isSignUp: Type.Boolean(),
  /** Of a reusable invitation. */
  linkKey: Nullable(Type.String()),
});
export type SignInPurpose = Static<typeof PurposeSchema>;

/** The session at the provider, as policy's ProviderSession. */
const ProviderSessionSchema = Type.Object({
  name: Type.String(),
  nameFormat: Type.Optional(Type.String()),
  id: Type.Optional(Type.String()),
});

/** What is known again of a browser that was sent to a provider. */
const WAY = {
  purpose: PurposeSchema,
  proof: Type.Object({ state: Type.String(), nonce: Type.String(), codeVerifier: Type.String() }),
  /** The session that the browser had then. */
  replacedSessionId: Type.Optional(Nullable(Type.Integer())),
};

/** What the next step of a sign-in needs to know, by step. Sealed at rest: it has pads and proofs. */
export const ATTEMPT_DATA = {
  /** The browser is at the provider. */
  provider: Type.Object(WAY),
  /**
   * The browser is there to add an account at the provider to the own account. A step of its own: a replica that does not
   * know of it must not sign anybody in.
   */
  link: Type.Object({
    ...WAY,
    /** Who adds it, and in which session. */
    linkTo: Type.Object({ userId: Type.Integer(), sessionId: Type.Integer() }),
  }),
  /** The browser is there for whoever is signed in to sign in again. A step of its own for the same reason. */
  confirm: Type.Object({
    ...WAY,
    /** Whose session it confirms, and when the browser was sent there, in seconds since 1970. */
    confirms: Type.Object({ userId: Type.Integer(), sessionId: Type.Integer(), begunAt: Type.Integer() }),
  }),
  /** The person has no account yet, and is asked. */
  sign_up: Type.Object({
    purpose: PurposeSchema,
    identity: Type.Object({
      subject: Type.String(),
      email: Type.String(),
      fullName: Type.String(),
      role: Type.Optional(Type.Integer()),
      fields: Type.Optional(Type.Record(Type.String(), Type.String())),
      groups: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Literal('unknown')])),
      session: Type.Optional(ProviderSessionSchema),
      authenticatedAt: Type.Optional(Type.Number()),
    }),
  }),
  /** The person carries a token to the desktop app. */
  desktop: Type.Object({
    account: Type.Object({
      id: Type.Integer(),
      deliveryEmail: Type.String(),
      passwordHash: Nullable(Type.String()),
    }),
    method: Type.String(),
    next: Type.String(),
    session: Type.Optional(ProviderSessionSchema),
    authenticatedAt: Type.Optional(Type.Number()),
    longestUntil: Type.Optional(Type.Number()),
  }),
  /** What a provider said, which does not count again. */
  once: Type.Object({}),
};

export type SignInStep = keyof typeof ATTEMPT_DATA;
export type AttemptData<Step extends SignInStep> = Static<(typeof ATTEMPT_DATA)[Step]>;

/** Seconds that a step may take. */
export const STEP_SECONDS: Readonly<Record<SignInStep, number>> = {
  provider: 600,
  link: 600,
  confirm: 600,
  sign_up: 3_600,
  desktop: 60,
  once: 900,
};
