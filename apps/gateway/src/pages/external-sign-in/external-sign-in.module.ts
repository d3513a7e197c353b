import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../../http/extra-routes';
import { ExternalSignInRoutes } from './external-sign-in-routes';

@Module({ providers: [ExternalSignInRoutes] })
export class ExternalSignInModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly externalSignIn: ExternalSignInRoutes,
  ) {}

  onModuleInit(): void {
    this.routes.add(this.externalSignIn);
  }
}
