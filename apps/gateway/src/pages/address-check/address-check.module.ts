import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../../http/extra-routes';
import { PageRequests } from '../page-requests';
import { AddressCheckRoutes } from './address-check-routes';

@Module({ providers: [AddressCheckRoutes, PageRequests] })
export class AddressCheckModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly checks: AddressCheckRoutes,
  ) {}

  onModuleInit(): void {
    this.routes.add(this.checks);
  }
}
