import { Module } from '@nestjs/common';
import { ImagesModule } from '../../shared/images/images.module';
import { OrganizationWritesModule } from '../organization-writes/organization-writes.module';
import { RealmImagesService } from './realm-images.service';

@Module({
  imports: [ImagesModule, OrganizationWritesModule],
  providers: [RealmImagesService],
})
export class RealmImagesModule {}
