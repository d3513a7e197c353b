import { Module } from '@nestjs/common';
import { ScimTokensModule } from '../scim-tokens/scim-tokens.module';
import { DirectoryStatesRepository } from './directory-states.repository';
import { DirectoryStatesService } from './directory-states.service';

/** How the directories of an organization fare. */
@Module({ imports: [ScimTokensModule], providers: [DirectoryStatesRepository, DirectoryStatesService] })
export class DirectoryStatesModule {}
