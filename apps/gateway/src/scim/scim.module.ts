import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../http/extra-routes';
import { ScimCallers } from './scim-callers';
import { ScimRoutes } from './scim-routes';
import { ScimTokenStore } from './scim-token-store';
import { ScimTokensRepository } from './scim-tokens.repository';

@Module({ providers: [ScimCallers, ScimRoutes, { provide: ScimTokenStore, useClass: ScimTokensRepository }] })
export class ScimModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly scim: ScimRoutes,
  ) {}

  onModuleInit(): void {
    this.routes.add(this.scim);
  }
}
