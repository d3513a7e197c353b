import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../../http/extra-routes';
import { PageRequests } from '../page-requests';
import { FinderRoutes } from './finder-routes';
import { OrganizationRoutes } from './organization-routes';
import { ReactivationRoutes } from './reactivation-routes';

/** Pages by which people find an organization, or hear what has become of it. */
@Module({ providers: [FinderRoutes, OrganizationRoutes, PageRequests, ReactivationRoutes] })
export class OrganizationPagesModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly organizations: OrganizationRoutes,
    private readonly finder: FinderRoutes,
    private readonly reactivation: ReactivationRoutes,
  ) {}

  onModuleInit(): void {
    this.routes.add(this.organizations);
    this.routes.add(this.finder);
    this.routes.add(this.reactivation);
  }
}
