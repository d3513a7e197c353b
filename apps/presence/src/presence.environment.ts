import { RedisServiceEnvironment } from '@stoa/config';

export class PresenceEnvironment extends RedisServiceEnvironment {}
