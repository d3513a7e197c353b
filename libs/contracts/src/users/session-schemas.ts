import { Type } from '@sinclair/typebox';
import { CLOSED, Nullable } from '../rpc/nullable';

/** Whose browser it is now. The cookie travels in `Set-Cookie`. */
export const SignedInSchema = Type.Object(
  { email: Type.String({ description: 'The real address of the account.' }), user_id: Type.Integer() },
  CLOSED,
);

/** The browser that a session begins in, and the organization. */
export const BROWSER = {
  realm_id: Type.Integer(),
  ip_address: Type.String(),
  user_agent: Type.String(),
  /** The session that the browser had until now; it ends. */
  replaced_session_id: Nullable(Type.Integer()),
};

export const OpenedSessionSchema = Type.Object({
  session_id: Type.Integer(),
  token: Type.String(),
  /** Longest life of the session. */
  max_age_seconds: Type.Integer(),
  user_id: Type.Integer(),
  email: Type.String(),
});

/** The session that asks, of those who are signed in with one; null for API keys. */
export const ASKING_SESSION = { session_id: Nullable(Type.Integer()) };
