import { Global, Module } from '@nestjs/common';
import { ChangeFactsReader } from './change-facts-reader';
import { Directory } from './directory';
import { DirectoryRepository } from './directory.repository';

/** Needs the DatabaseModule, which is global. */
@Global()
@Module({ providers: [ChangeFactsReader, Directory, DirectoryRepository], exports: [ChangeFactsReader, Directory] })
export class DirectoryModule {}
