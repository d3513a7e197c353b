import { Module } from '@nestjs/common';
import { NavigationViewsHandler } from './navigation-views.handler';
import { NavigationViewsRepository } from './navigation-views.repository';
import { NavigationViewsService } from './navigation-views.service';

@Module({ controllers: [NavigationViewsHandler], providers: [NavigationViewsRepository, NavigationViewsService] })
export class NavigationViewsModule {}
