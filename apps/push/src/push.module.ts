import { Module } from '@nestjs/common';

/** Mobile push. It runs, is scaled and is watched like the others, and answers no call yet. */
@Module({})
export class PushModule {}
