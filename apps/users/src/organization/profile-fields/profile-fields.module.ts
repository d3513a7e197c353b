import { Module } from '@nestjs/common';
import { OrganizationWritesModule } from '../organization-writes/organization-writes.module';
import { ProfileFieldsRepository } from './profile-fields.repository';
import { ProfileFieldsService } from './profile-fields.service';

@Module({
  imports: [OrganizationWritesModule],
  providers: [ProfileFieldsRepository, ProfileFieldsService],
  exports: [ProfileFieldsRepository],
})
export class ProfileFieldsModule {}
