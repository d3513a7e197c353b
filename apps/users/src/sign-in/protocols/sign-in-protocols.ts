import { Injectable } from '@nestjs/common';
import type { SignInKind } from '@stoa/policy';
import { GithubProtocol } from './github-protocol';
import { GitlabProtocol } from './gitlab-protocol';
import { OidcProtocol } from './oidc-protocol';
import type { SignInProtocol } from './sign-in-protocol';

/** The protocol that each kind of provider speaks. */
@Injectable()
export class SignInProtocols {
  private readonly byKind: Readonly<Record<SignInKind, SignInProtocol>>;

  constructor(oidc: OidcProtocol, github: GithubProtocol, gitlab: GitlabProtocol) {
    this.byKind = { oidc, github, gitlab };
  }

  of(kind: SignInKind): SignInProtocol {
    return this.byKind[kind];
  }
}
