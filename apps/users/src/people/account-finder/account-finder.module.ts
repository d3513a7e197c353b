import { Module } from '@nestjs/common';
import { AccountFinderRepository } from './account-finder.repository';
import { AccountFinderService } from './account-finder.service';

/** Which organizations an address has accounts in, told by mail. */
@Module({ providers: [AccountFinderRepository, AccountFinderService] })
export class AccountFinderModule {}
