import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../../http/extra-routes';
import { ConfirmationRoutes } from './confirmation-routes';

@Module({ providers: [ConfirmationRoutes] })
export class ConfirmationsModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly confirmations: ConfirmationRoutes,
  ) {}

  onModuleInit(): void {
    this.routes.add(this.confirmations);
  }
}
