import { Module } from '@nestjs/common';
import { FragmentCache } from './fragment-cache';
import { RopeCaller } from './rope-caller';

@Module({ providers: [FragmentCache, RopeCaller], exports: [RopeCaller] })
export class RopesModule {}
