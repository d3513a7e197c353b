import { Module } from '@nestjs/common';
import { OperatorMailsService } from './operator-mails.service';

@Module({ providers: [OperatorMailsService] })
export class OperatorMailsModule {}
