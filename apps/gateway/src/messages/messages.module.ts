import { Module } from '@nestjs/common';
import { MessagesController } from './messages.controller';
import { Spectators } from './spectators';

@Module({ controllers: [MessagesController], providers: [Spectators], exports: [Spectators] })
export class MessagesModule {}
