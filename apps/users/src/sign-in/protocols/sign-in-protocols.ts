import { Injectable } from '@nestjs/common';
import type { SignInKind } from '@stoa/policy';
import { SamlProtocol } from '../saml/saml-protocol';
import { AppleProtocol } from './apple-protocol';
import { GithubProtocol } from './github-protocol';
import { GitlabProtocol } from './gitlab-protocol';
import { OidcProtocol } from './oidc-protocol';
import { ProxyProtocol } from './proxy-protocol';
import { TokenProtocol } from './token-protocol';
import type { SignInProtocol } from './sign-in-protocol';

/** The protocol that each kind of provider speaks. */
@Injectable()
export class SignInProtocols {
  private readonly byKind: Readonly<Record<SignInKind, SignInProtocol>>;

  constructor(
    oidc: OidcProtocol,
    saml: SamlProtocol,
    github: GithubProtocol,
    gitlab: GitlabProtocol,
    apple: AppleProtocol,
    remoteuser: ProxyProtocol,
    jwt: TokenProtocol,
  ) {
    this.byKind = { oidc, saml, github, gitlab, apple, remoteuser, jwt };
  }

  of(kind: SignInKind): SignInProtocol {
    return this.byKind[kind];
  }
}
