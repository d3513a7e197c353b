import { Module } from '@nestjs/common';
import { AccountMailsModule } from '../../shared/account-mails/account-mails.module';
import { AccountFinderRepository } from './account-finder.repository';
import { AccountFinderService } from './account-finder.service';

/** Which organizations an address has accounts in, told by mail. */
@Module({ imports: [AccountMailsModule], providers: [AccountFinderRepository, AccountFinderService] })
export class AccountFinderModule {}
