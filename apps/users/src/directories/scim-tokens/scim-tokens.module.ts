import { Module } from '@nestjs/common';
import { ScimTokensRepository } from './scim-tokens.repository';
import { ScimTokensService } from './scim-tokens.service';

@Module({ providers: [ScimTokensRepository, ScimTokensService], exports: [ScimTokensRepository] })
export class ScimTokensModule {}
