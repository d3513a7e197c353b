import { Module } from '@nestjs/common';
import { RopesModule } from '../ropes/ropes.module';
import { RegisterAdmission } from './register-admission';
import { RegisterController } from './register.controller';

@Module({ imports: [RopesModule], controllers: [RegisterController], providers: [RegisterAdmission] })
export class RegisterModule {}
