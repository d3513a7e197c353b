import { Module } from '@nestjs/common';
import { RopesModule } from '../ropes/ropes.module';
import { UsersController } from './users.controller';

@Module({ imports: [RopesModule], controllers: [UsersController] })
export class UsersModule {}
