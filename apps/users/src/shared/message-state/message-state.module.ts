import { Module } from '@nestjs/common';
import { MessageStateRepository } from './message-state.repository';

@Module({ providers: [MessageStateRepository], exports: [MessageStateRepository] })
export class MessageStateModule {}
