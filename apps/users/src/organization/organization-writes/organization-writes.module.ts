import { Module } from '@nestjs/common';
import { UserSetModule } from '../../shared/user-set/user-set.module';
import { OrganizationWrites } from './organization-writes';

@Module({ imports: [UserSetModule], providers: [OrganizationWrites], exports: [OrganizationWrites] })
export class OrganizationWritesModule {}
