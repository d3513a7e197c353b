import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { FragmentId, KnownFragments } from '@stoa/fragments';
import { GatewayEnvironment } from '../gateway-environment';

const compress = promisify(deflateRaw);

/** Shared parts are compressed once and sent often; what only one answer has is compressed fast. */
export const CompressionLevel = { shared: 6, single: 1 } as const;

/** A run of DEFLATE blocks that ends at a byte boundary and refers to nothing before it, so runs can be joined. */
export function deflateRun(bytes: Buffer, level: number): Promise<Buffer> {
  return compress(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH });
}

/** A part of answers that many callers get, and its compressed form once somebody asked for one. */
export class Fragment {
  private compressed: Promise<Buffer> | undefined;

  /** As calls announce it. */
  readonly label: string;

  constructor(
    readonly id: FragmentId,
    readonly bytes: Buffer,
  ) {
    this.label = `${id.name}@${id.version}`;
  }

  deflated(): Promise<Buffer> {
    return (this.compressed ??= deflateRun(this.bytes, CompressionLevel.shared));
  }
}

/** What one call announces to the service as held by this process, and the fragments themselves. */
export interface HeldFragments {
  known: KnownFragments;
  find(id: FragmentId): Fragment | undefined;
}

type Scope = Map<string, Fragment>;

/**
 * Fragments of answers by scope and name, newest version only; scopes used longest ago go when the texts are too large
 * together. A call keeps what it announced in hand until its answer is there, so nothing announced is lost meanwhile.
 */
@Injectable()
export class FragmentCache {
  private readonly scopes = new Map<string, Scope>();
  private heldBytes = 0;
  private readonly mostBytes: number;

  constructor(environment: GatewayEnvironment) {
    this.mostBytes = environment.STOA_FRAGMENT_CACHE_BYTES;
  }

  get size(): number {
    return this.heldBytes;
  }

  hold(scopes: readonly string[]): HeldFragments {
    const held = new Map<string, Scope>();
    const known: KnownFragments = {};
    for (const name of scopes) {
      const scope = this.scopes.get(name);
      if (!scope) continue;
      this.touch(name, scope);
      held.set(name, new Map(scope));
      known[name] = [...scope.values()].map(({ label }) => label);
    }
    return {
      known,
      find: (id) => {
        const fragment = held.get(id.scope)?.get(id.name);
        return fragment?.id.version === id.version ? fragment : undefined;
      },
    };
  }

  /** @param bytes are copied: the answer that they came in is not kept alive */
  put(id: FragmentId, bytes: Buffer): Fragment {
    const scope = this.scopes.get(id.scope) ?? new Map<string, Fragment>();
    const fragment = new Fragment(id, Buffer.from(bytes));
    this.heldBytes += bytes.length - (scope.get(id.name)?.bytes.length ?? 0);
    scope.set(id.name, fragment);
    this.touch(id.scope, scope);
    this.makeRoom(id.scope);
    return fragment;
  }

  private touch(name: string, scope: Scope): void {
    this.scopes.delete(name);
    this.scopes.set(name, scope);
  }

  private makeRoom(inUse: string): void {
    for (const [name, scope] of this.scopes) {
      if (this.heldBytes <= this.mostBytes || name === inUse) return;
      this.scopes.delete(name);
      for (const { bytes } of scope.values()) this.heldBytes -= bytes.length;
    }
  }
}
