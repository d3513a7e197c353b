import { IntegerVariable, ServiceEnvironment, StringVariable } from '@stoa/config';

/** Settings of the stand-in relay. */
export class PushRelayEnvironment extends ServiceEnvironment {
  @IntegerVariable({ default: 0, max: 65535, doc: 'Port of the relay; 0 picks a free one.' })
  STOA_HTTP_PORT!: number;

  @StringVariable({ default: '127.0.0.1', doc: 'Address that the relay binds to.' })
  STOA_HTTP_HOST!: string;

  @StringVariable({ doc: 'UUID of the service that the relay knows from the start.' })
  STOA_PUSH_RELAY_ORG_ID!: string;

  @StringVariable({ secret: true, minLength: 64, doc: 'Key of that service, 64 characters.' })
  STOA_PUSH_RELAY_ORG_KEY!: string;
}
