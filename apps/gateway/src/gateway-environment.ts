import { BooleanVariable, FileServiceEnvironment, IntegerVariable, StringVariable } from '@stoa/config';

/** Settings of the HTTP edge. */
export class GatewayEnvironment extends FileServiceEnvironment {
  @IntegerVariable({ default: 9991, max: 65535, doc: 'Port that clients connect to; 0 picks a free one.' })
  STOA_HTTP_PORT!: number;

  @StringVariable({ default: '127.0.0.1', doc: 'Address that clients connect to; 0.0.0.0 in a container.' })
  STOA_HTTP_HOST!: string;

  @StringVariable({
    default: 'none',
    doc: 'Addresses and networks, comma separated, whose X-Forwarded-* headers are believed; none believes nobody.',
  })
  STOA_TRUSTED_PROXIES!: string;

  @IntegerVariable({ default: 2_621_440, min: 1_024, doc: 'Largest request body without its files, in bytes.' })
  STOA_HTTP_BODY_BYTES!: number;

  @IntegerVariable({ default: 30, min: 1, doc: 'Seconds after which a request that was not answered is given up.' })
  STOA_HTTP_DEADLINE_SECONDS!: number;

  @IntegerVariable({
    default: 45,
    min: 1,
    max: 50,
    doc: 'Seconds for which a long poll is held at least before its heartbeat; each adds a random number up to ten.',
  })
  STOA_POLL_HOLD_SECONDS!: number;

  @BooleanVariable({ default: false, doc: 'The root host is a landing page without an organization of its own.' })
  STOA_ROOT_LANDING_PAGE!: boolean;

  @BooleanVariable({ default: true, doc: 'Organizations may have channels that are readable without login.' })
  STOA_WEB_PUBLIC_CHANNELS!: boolean;

  @StringVariable({ default: 'none', doc: 'Base URL of the relay for mobile push notifications; none = no push.' })
  STOA_PUSH_RELAY_URL!: string;

  @IntegerVariable({
    default: 134_217_728,
    doc: 'Bytes of shared parts of answers (user lists of registrations) that one process keeps.',
  })
  STOA_FRAGMENT_CACHE_BYTES!: number;

  @IntegerVariable({ default: 16, min: 1, doc: 'Registrations that one process has under way at the same time.' })
  STOA_HTTP_REGISTRATIONS!: number;

  @IntegerVariable({ default: 3_000, doc: 'Milliseconds that a registration waits for its turn before it gets 429.' })
  STOA_HTTP_REGISTRATION_WAIT_MS!: number;
}
