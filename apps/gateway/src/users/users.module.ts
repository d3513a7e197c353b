import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module';
import { RopesModule } from '../ropes/ropes.module';
import { UsersController } from './users.controller';

@Module({ imports: [MessagesModule, RopesModule], controllers: [UsersController] })
export class UsersModule {}
