import { RedisServiceEnvironment } from '@stoa/config';

export class PushEnvironment extends RedisServiceEnvironment {}
