import { Global, Module } from '@nestjs/common';
import { Directory } from './directory';
import { DirectoryRepository } from './directory.repository';

/** Needs the DatabaseModule, which is global. */
@Global()
@Module({ providers: [Directory, DirectoryRepository], exports: [Directory] })
export class DirectoryModule {}
