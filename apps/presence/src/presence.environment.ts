import { BooleanVariable, IntegerVariable, RedisServiceEnvironment } from '@stoa/config';

export class PresenceEnvironment extends RedisServiceEnvironment {
  @BooleanVariable({
    default: false,
    doc: 'Whether guests who cannot access all users get the presence of accessible users only.',
  })
  STOA_PRESENCE_LIMITED_BY_ACCESS!: boolean;

  @IntegerVariable({
    default: 100,
    doc: 'Most users who are told at once that somebody came online; above that clients learn it from their own reports.',
  })
  STOA_PRESENCE_EVENT_RECIPIENTS!: number;
}
