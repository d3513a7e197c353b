import { Module } from '@nestjs/common';
import { AccountMailsModule } from '../../shared/account-mails/account-mails.module';
import { ReactivationsRepository } from './reactivations.repository';
import { ReactivationsService } from './reactivations.service';

@Module({ imports: [AccountMailsModule], providers: [ReactivationsRepository, ReactivationsService] })
export class ReactivationsModule {}
