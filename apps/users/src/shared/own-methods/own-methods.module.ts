import { Module } from '@nestjs/common';
import { OwnMethodsRepository } from './own-methods.repository';

/** What opens an account, for changes that must not lock out who makes them. */
@Module({ providers: [OwnMethodsRepository], exports: [OwnMethodsRepository] })
export class OwnMethodsModule {}
