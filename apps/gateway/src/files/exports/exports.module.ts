import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../../http/extra-routes';
import { ExportRoutes } from './export-routes';

@Module({ providers: [ExportRoutes] })
export class ExportsModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly exports: ExportRoutes,
  ) {}

  onModuleInit(): void {
    this.routes.add(this.exports);
  }
}
