import { Module } from '@nestjs/common';
import { AccessibleUsersRepository } from '@stoa/directory';
import { GuestAccessRepository } from './guest-access.repository';
import { GuestAccessService } from './guest-access.service';
import { HiddenUsers } from './hidden-users';

@Module({
  providers: [AccessibleUsersRepository, GuestAccessRepository, GuestAccessService, HiddenUsers],
  exports: [GuestAccessService, HiddenUsers],
})
export class GuestAccessModule {}
