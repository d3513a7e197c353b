import { Module } from '@nestjs/common';
import { SessionEndings } from './session-endings';
import { SessionsRepository } from './sessions.repository';

/** Rows of sessions, for whatever opens or ends some. */
@Module({ providers: [SessionEndings, SessionsRepository], exports: [SessionEndings, SessionsRepository] })
export class SessionRowsModule {}
