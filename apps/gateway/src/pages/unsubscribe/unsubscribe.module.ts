import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../../http/extra-routes';
import { UnsubscribeRoutes } from './unsubscribe-routes';

@Module({ providers: [UnsubscribeRoutes] })
export class UnsubscribeModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly unsubscribe: UnsubscribeRoutes,
  ) {}

  onModuleInit(): void {
    this.routes.add(this.unsubscribe);
  }
}
