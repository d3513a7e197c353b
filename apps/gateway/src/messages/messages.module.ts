import { Module } from '@nestjs/common';
import { MessagesController } from './messages.controller';
import { ReadStateController } from './read-state.controller';
import { Spectators } from './spectators';

@Module({ controllers: [MessagesController, ReadStateController], providers: [Spectators], exports: [Spectators] })
export class MessagesModule {}
