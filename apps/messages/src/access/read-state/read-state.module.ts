import { Global, Module } from '@nestjs/common';
import {
  MembershipRepository,
  MessageChangesRepository,
  MessageFlagsRepository,
  ReadStateRepository,
  UnreadMessagesRepository,
} from '@stoa/read-state-store';

const REPOSITORIES = [
  MembershipRepository,
  MessageChangesRepository,
  MessageFlagsRepository,
  ReadStateRepository,
  UnreadMessagesRepository,
];

/** Read state's repositories, for every noun of this service. */
@Global()
@Module({ providers: REPOSITORIES, exports: REPOSITORIES })
export class ReadStateModule {}
