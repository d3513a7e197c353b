import { Module } from '@nestjs/common';
import { RopesModule } from '../ropes/ropes.module';
import { UserController } from './user.controller';
import { UsersController } from './users.controller';

@Module({ imports: [RopesModule], controllers: [UsersController, UserController] })
export class UsersModule {}
