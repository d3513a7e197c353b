import { Module } from '@nestjs/common';
import { FragmentCache } from './fragment-cache';
import { FragmentedCalls } from './fragmented-calls';

@Module({ providers: [FragmentCache, FragmentedCalls], exports: [FragmentedCalls] })
export class FragmentsModule {}
