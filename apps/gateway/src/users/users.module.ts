import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module';
import { RopesModule } from '../ropes/ropes.module';
import { UserController } from './user.controller';
import { UsersController } from './users.controller';

@Module({ imports: [MessagesModule, RopesModule], controllers: [UsersController, UserController] })
export class UsersModule {}
