import { Injectable } from '@nestjs/common';
import { FragmentId, KnownFragments } from '@stoa/fragments';
import { GatewayEnvironment } from '../gateway-environment';
import { SharedBytes } from './shared-bytes';

/** A part of answers that many callers get. */
export class Fragment extends SharedBytes {
  /** As calls announce it. */
  readonly label: string;

  constructor(
    readonly id: FragmentId,
    bytes: Buffer,
  ) {
    super(bytes);
    this.label = `${id.name}@${id.version}`;
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
 * together. Compressed forms go with their texts and are not counted: they take less memory than those. A call keeps what it announced in hand until its answer is there, so nothing announced is lost meanwhile.
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
