import { Module } from '@nestjs/common';
import { GuestAccessRepository } from './guest-access.repository';
import { GuestAccessService } from './guest-access.service';

@Module({ providers: [GuestAccessRepository, GuestAccessService], exports: [GuestAccessService] })
export class GuestAccessModule {}
