import { Module } from '@nestjs/common';
import { ImagesModule } from '../../shared/images/images.module';
import { OrganizationWritesModule } from '../organization-writes/organization-writes.module';
import { RealmImagesHandler } from './realm-images.handler';
import { RealmImagesService } from './realm-images.service';

@Module({
  imports: [ImagesModule, OrganizationWritesModule],
  controllers: [RealmImagesHandler],
  providers: [RealmImagesService],
})
export class RealmImagesModule {}
