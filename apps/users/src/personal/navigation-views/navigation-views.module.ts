import { Module } from '@nestjs/common';
import { NavigationViewsRepository } from './navigation-views.repository';
import { NavigationViewsService } from './navigation-views.service';

@Module({ providers: [NavigationViewsRepository, NavigationViewsService] })
export class NavigationViewsModule {}
