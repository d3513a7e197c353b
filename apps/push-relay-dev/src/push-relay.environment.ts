import { IntegerVariable, ServiceEnvironment, StringVariable } from '@stoa/config';

export class PushRelayEnvironment extends ServiceEnvironment {
  @IntegerVariable({ default: 0, max: 65535, doc: 'Port of the relay; 0 picks a free one.' })
  STOA_HTTP_PORT!: number;

  @StringVariable({ default: '127.0.0.1', doc: 'Address that the relay binds to.' })
  STOA_HTTP_HOST!: string;

  @StringVariable({ doc: 'UUID of the service that the relay knows from the start.' })
  STOA_PUSH_RELAY_ORG_ID!: string;

  @StringVariable({ secret: true, minLength: 64, doc: 'Key of that service, 64 characters.' })
  STOA_PUSH_RELAY_ORG_KEY!: string;

  @StringVariable({
    default: 'none',
    doc: 'File in which the stand-in keeps its key, devices and accepted calls; none = a stand-in that restarts empty.',
  })
  STOA_PUSH_RELAY_JOURNAL!: string;

  // A hosted relay allows 1,000 a minute. The service is meant to reach 500 notifications a second, and benchmarks measure
  // that against the stand-in; with the hosted figure they would measure the limit.
  @IntegerVariable({
    default: 60_000,
    doc: 'Calls that a service may make to the stand-in in a minute before it gets 429; 0 = no limit.',
  })
  STOA_PUSH_RELAY_CALLS_PER_MINUTE!: number;
}
