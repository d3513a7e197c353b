/** A complete body, in one or in pieces, and the headers that it needs besides the usual ones. */
export interface ComposedBody {
  headers: Record<string, string>;
  body: Buffer | readonly Buffer[];
}

/** An answer whose bytes its handler makes itself, envelope included: from shared pieces, or compressed. */
export class ComposedAnswer {
  /** @param compose is given the names for `ignored_parameters_unsupported` */
  constructor(readonly compose: (ignored: readonly string[]) => Promise<ComposedBody>) {}
}
