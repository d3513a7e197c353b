import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../../http/extra-routes';
import { PageRequests } from '../page-requests';
import { ExternalSignInRoutes } from './external-sign-in-routes';
import { LogOutGuesses } from './log-out-guesses';
import { RemoteUserTrust } from './remote-user-trust';
import { SamlPages } from './saml-pages';

@Module({ providers: [ExternalSignInRoutes, LogOutGuesses, PageRequests, RemoteUserTrust, SamlPages] })
export class ExternalSignInModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly externalSignIn: ExternalSignInRoutes,
  ) {}

  onModuleInit(): void {
    this.routes.add(this.externalSignIn);
  }
}
