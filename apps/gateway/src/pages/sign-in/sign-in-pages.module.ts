import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../../http/extra-routes';
import { FactorSignIns } from '../../http/factor-sign-ins';
import { PasswordSignIns } from '../../http/password-sign-ins';
import { PageRequests } from '../page-requests';
import { SignInRoutes } from './sign-in-routes';
import { SignOutRoutes } from './sign-out-routes';

/** Pages by which browsers are signed in and out. */
@Module({ providers: [FactorSignIns, PageRequests, PasswordSignIns, SignInRoutes, SignOutRoutes] })
export class SignInPagesModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly signIn: SignInRoutes,
    private readonly signOut: SignOutRoutes,
  ) {}

  onModuleInit(): void {
    this.routes.add(this.signIn);
    this.routes.add(this.signOut);
  }
}
