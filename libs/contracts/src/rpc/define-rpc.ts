import { Static, TSchema } from '@sinclair/typebox';
import { TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';

/** Whether a caller must be known. user: credentials needed. optional: checked when sent. public: ignored. */
export type CallerAuth = 'user' | 'optional' | 'public';

/**
 * Declaration of one call between services: the only thing that they know of each other. Within a version (`v1` in the
 * subject) only compatible changes are made, because two releases run side by side during a rollout.
 */
export interface RpcContract<
  Request extends TSchema = TSchema,
  Response extends TSchema = TSchema,
  Auth extends CallerAuth = CallerAuth,
> {
  /** `rpc.<service>.v1.<noun>.<verb>` */
  readonly subject: string;
  readonly service: string;
  readonly request: Request;
  readonly response: Response;
  /** Checked by the server before its method runs. */
  readonly auth: Auth;
  /** The longest that a caller waits, in milliseconds; a caller's own nearer deadline wins. */
  readonly timeoutMs: number;
  /** Safe to repeat: a caller may retry after a timeout. */
  readonly idempotent: boolean;
  /** Safe to repeat if the callee is told: the caller says so in the context, and the callee finds what it did before. */
  readonly isToldOfRepetitions: boolean;
  /** The code of the refusal while another request of the same key is at work; a repetition is not refused so, but waits. */
  readonly inProgressCode: string | undefined;
  /** After so long without an answer, in milliseconds, another replica is asked, where that is safe. */
  readonly repeatAfterMs: number;
  /** Compiled on first use. */
  checkRequest(): TypeCheck<Request>;
}

export type RpcRequest<C extends RpcContract> = Static<C['request']>;
export type RpcResponse<C extends RpcContract> = Static<C['response']>;

export interface RpcDeclaration<Request extends TSchema, Response extends TSchema, Auth extends CallerAuth> {
  subject: string;
  request: Request;
  response: Response;
  auth: Auth;
  /** 10 s unless set. */
  timeoutMs?: number;
  idempotent: boolean;
  /** Not unless set. */
  isToldOfRepetitions?: boolean;
  inProgressCode?: string;
  /** 1.5 s unless set; longer for what takes long when everybody wants it at once. */
  repeatAfterMs?: number;
}

const declared = new Map<string, RpcContract>();
const SUBJECT_PATTERN = /^rpc\.([a-z]+)\.v\d+\.[a-z-]+\.[a-z-]+$/;

/**
 * Annotation of a value of an event that libs/event-shape gives to clients in another form: the schema of what is stored,
 * which is what releases exchange.
 */
export const STORED_AS = 'x-stored-as';

/** @throws Error for a malformed subject, or one that is declared twice */
export function defineRpc<Request extends TSchema, Response extends TSchema, Auth extends CallerAuth>(
  declaration: RpcDeclaration<Request, Response, Auth>,
): RpcContract<Request, Response, Auth> {
  const match = SUBJECT_PATTERN.exec(declaration.subject);
  if (!match?.[1]) throw new Error(`malformed rpc subject ${declaration.subject}`);
  if (declared.has(declaration.subject)) throw new Error(`rpc subject ${declaration.subject} is declared twice`);
  let compiled: TypeCheck<Request> | undefined;
  const contract: RpcContract<Request, Response, Auth> = {
    subject: declaration.subject,
    service: match[1],
    request: declaration.request,
    response: declaration.response,
    auth: declaration.auth,
    timeoutMs: declaration.timeoutMs ?? 10_000,
    idempotent: declaration.idempotent,
    isToldOfRepetitions: declaration.isToldOfRepetitions ?? false,
    inProgressCode: declaration.inProgressCode,
    repeatAfterMs: declaration.repeatAfterMs ?? 1_500,
    checkRequest: () => (compiled ??= TypeCompiler.Compile(declaration.request)),
  };
  declared.set(declaration.subject, contract);
  return contract;
}

/** Every contract declared so far, by subject; the check of compatibility reads it. */
export function declaredContracts(): RpcContract[] {
  return [...declared.values()].sort((a, b) => (a.subject < b.subject ? -1 : 1));
}
