import { Injectable } from '@nestjs/common';
import { RpcContract, RpcRequest } from '@stoa/contracts/rpc';
import type { FragmentFields } from '@stoa/contracts/users';
import { AnswerSegment, FragmentId, decodeFragmentedAnswer } from '@stoa/fragments';
import { RpcClient } from '@stoa/rpc';
import { ComposedAnswer } from '../http/composed-answer';
import type { RequestContext } from '../http/request-context';
import { Fragment, FragmentCache, HeldFragments } from './fragment-cache';
import { type Piece, composeBody, withEnvelope } from './fragmented-body';

export interface FragmentedCall<C extends RpcContract> {
  contract: C;
  /** Scopes of the fragments that the answer may consist of. */
  scopes: readonly string[];
  request(fragments: FragmentFields): RpcRequest<C>;
}

/** Calls whose answers come in pieces: announces the pieces at hand to the service, keeps new ones, and puts answers together. */
@Injectable()
export class FragmentedCalls {
  constructor(
    private readonly rpc: RpcClient,
    private readonly fragments: FragmentCache,
  ) {}

  async call<C extends RpcContract>(
    ctx: RequestContext,
    { contract, scopes, request }: FragmentedCall<C>,
  ): Promise<ComposedAnswer> {
    const held = this.fragments.hold(scopes);
    const encoded = await this.rpc.callRaw(contract, ctx, request({ known: held.known, takes_parts: true }));
    const pieces = this.pieces(decodeFragmentedAnswer(encoded), held);
    const acceptEncoding = ctx.http.headers['accept-encoding'];
    return new ComposedAnswer((ignored) => composeBody(withEnvelope(pieces, ignored), acceptEncoding));
  }

  private pieces(segments: readonly AnswerSegment[], held: HeldFragments): Piece[] {
    const found = new Map<FragmentId, Fragment>();
    return segments.map(({ fragment: id, bytes, range }) => {
      if (!id) return bytes ?? Buffer.alloc(0);
      const fragment = found.get(id) ?? (bytes ? this.fragments.put(id, bytes) : held.find(id));
      if (!fragment) throw new Error(`the service withheld ${id.scope}#${id.name}, which was not announced`);
      found.set(id, fragment);
      const [start, end] = range ?? [0, fragment.bytes.length];
      if (end > fragment.bytes.length) throw new Error(`${id.scope}#${id.name} has no part that ends at ${end}`);
      return end - start === fragment.bytes.length ? fragment : fragment.bytes.subarray(start, end);
    });
  }
}
