import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../../http/extra-routes';
import { SignUpRoutes } from './sign-up-routes';

@Module({ providers: [SignUpRoutes] })
export class InvitationsModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly signUps: SignUpRoutes,
  ) {}

  onModuleInit(): void {
    this.routes.add(this.signUps);
  }
}
