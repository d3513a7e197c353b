import { ConfigurationError } from './validate-environment';
import {
  BooleanVariable,
  ChoiceVariable,
  IntegerVariable,
  NONE,
  OptionalUrlVariable,
  ShareVariable,
  StringVariable,
  UrlListVariable,
  UrlVariable,
} from './variables';

/** What every service needs: its place in the cluster, its internal port and the messaging system. */
export class ServiceEnvironment {
  @UrlListVariable({
    schemes: ['nats', 'tls'],
    doc: 'NATS server, or some of those of a cluster, separated by commas; the others make themselves known. tls:// encrypts.',
  })
  STOA_NATS_URL!: string;

  @StringVariable({ default: 'none', doc: 'User at NATS.' })
  STOA_NATS_USER!: string;

  @StringVariable({ default: 'none', secret: true, doc: 'Password of that user.' })
  STOA_NATS_PASSWORD!: string;

  @IntegerVariable({
    default: 600,
    max: 3600,
    doc: 'How long (s) a starting process waits for NATS, alive and not ready, before it ends with code 1.',
  })
  STOA_NATS_WAIT_SECONDS!: number;

  @IntegerVariable({ default: 0, max: 65535, doc: 'Port of health and metrics; 0 picks a free one.' })
  STOA_INTERNAL_PORT!: number;

  @StringVariable({ default: '127.0.0.1', doc: 'Address that the internal port binds to; 0.0.0.0 in a container.' })
  STOA_INTERNAL_HOST!: string;

  @IntegerVariable({ default: 1, doc: 'Number of this replica, for logs and metrics.' })
  STOA_REPLICA!: number;

  @ChoiceVariable({
    default: 'info',
    choices: ['silent', 'error', 'warn', 'info', 'debug'],
    doc: 'Least severe level that is logged.',
  })
  STOA_LOG_LEVEL!: string;

  @ChoiceVariable({
    default: 'production',
    choices: ['production', 'development'],
    doc: 'development allows /dev_fetch_api_key and switching rate limits off.',
  })
  STOA_MODE!: string;

  @IntegerVariable({
    default: 128,
    min: 1,
    doc: 'Calls of other services that one process works on at the same time; others wait a moment, then get 429 or 503.',
  })
  STOA_RPC_CONCURRENCY!: number;

  @IntegerVariable({ default: 20, doc: 'Seconds that a stop may take before the process ends anyway.' })
  STOA_SHUTDOWN_SECONDS!: number;

  @IntegerVariable({
    default: 250,
    min: 1,
    max: 1000,
    doc: 'Milliseconds between two looks at the event loop, whose lag is a metric, while it works: shorter stalls may be missed.',
  })
  STOA_EVENT_LOOP_LOOK_MS!: number;

  @IntegerVariable({
    default: 2000,
    min: 1,
    max: 10_000,
    doc: 'The same at most, while the loop works for less than 20 ms between two looks and so cannot have stalled for longer; each look wakes the process.',
  })
  STOA_EVENT_LOOP_QUIET_LOOK_MS!: number;

  @OptionalUrlVariable({
    default: NONE,
    schemes: ['http', 'https'],
    doc: 'Where traces go: a collector that takes OTLP over HTTP, path included (http://collector:4318/v1/traces); none = no traces.',
  })
  STOA_TRACE_ENDPOINT!: string;

  @ShareVariable({ default: 0.01, doc: 'Share of the requests that are traced, through all services.' })
  STOA_TRACE_RATIO!: number;

  @StringVariable({
    default: NONE,
    secret: true,
    doc: 'Headers of the exports of traces: name=value, separated by commas, values percent encoded.',
  })
  STOA_TRACE_HEADERS!: string;
}

/** Mixed into the environment of services that read or write the database. */
export class DatabaseServiceEnvironment extends ServiceEnvironment {
  @UrlVariable({ schemes: ['postgresql', 'postgres'], secret: true, doc: 'The PostgreSQL primary.' })
  STOA_DATABASE_URL!: string;

  @IntegerVariable({
    default: 10,
    min: 1,
    doc: 'Most transactions of one process at a time; single statements have half as many connections besides.',
  })
  STOA_DATABASE_POOL_SIZE!: number;
}

/** For services that also use Redis. */
export class RedisServiceEnvironment extends DatabaseServiceEnvironment {
  @UrlListVariable({
    schemes: ['redis', 'rediss'],
    secret: true,
    doc: 'Redis, with persistence and noeviction. Of a Redis Cluster some nodes, separated by commas; user and password of the first hold for all.',
  })
  STOA_REDIS_URL!: string;

  @BooleanVariable({ default: false, doc: 'on if STOA_REDIS_URL names nodes of a Redis Cluster.' })
  STOA_REDIS_CLUSTER!: boolean;

  @IntegerVariable({
    default: 600,
    min: 1,
    doc: 'Idle seconds after which an event queue that asked for no other life is collected.',
  })
  STOA_QUEUE_IDLE_SECONDS!: number;
}

/** For services that name URLs of organizations. */
export class HostServiceEnvironment extends RedisServiceEnvironment {
  @StringVariable({
    doc: 'Host, with port if not the default, of the root organization; others are <subdomain>.<this host>.',
  })
  STOA_EXTERNAL_HOST!: string;

  @ChoiceVariable({ default: 'http', choices: ['http', 'https'], doc: 'Scheme of the URLs that clients use.' })
  STOA_EXTERNAL_SCHEME!: string;

  @StringVariable({
    default: 'Stoa',
    doc: 'What the installation is called in mails, and on pages of the web client that are of no organization.',
  })
  STOA_INSTALLATION_NAME!: string;
}

/** What the HTTP edge and the account service share: hosts, keys and modes. */
class AccountServiceEnvironment extends HostServiceEnvironment {
  @StringVariable({ secret: true, minLength: 32, doc: 'Key of the HMAC under which API keys are stored.' })
  STOA_API_KEY_SECRET!: string;

  @BooleanVariable({ default: true, doc: 'off switches rate limits off; refused in production mode.' })
  STOA_RATE_LIMITS!: boolean;
}

/** For services that read or write uploaded files. */
export class FileServiceEnvironment extends AccountServiceEnvironment {
  @ChoiceVariable({
    default: 'local',
    choices: ['local', 's3'],
    doc: 'Where files are kept: local is a directory, s3 any store that speaks the S3 protocol.',
  })
  STOA_UPLOAD_STORE!: string;

  @StringVariable({
    default: '.stoa/uploads',
    doc: 'Directory of the local store. Every replica of gateway, messages and users must see the same one: a shared volume.',
  })
  STOA_UPLOAD_DIRECTORY!: string;

  @StringVariable({ default: 'none', doc: 'Bucket of the s3 store.' })
  STOA_UPLOAD_S3_BUCKET!: string;

  @StringVariable({ default: 'us-east-1', doc: 'Region of the s3 store.' })
  STOA_UPLOAD_S3_REGION!: string;

  @OptionalUrlVariable({
    default: NONE,
    schemes: ['http', 'https'],
    doc: 'URL of the s3 store where it is not that of AWS; paths name the bucket then.',
  })
  STOA_UPLOAD_S3_ENDPOINT!: string;

  @StringVariable({
    default: 'none',
    secret: true,
    doc: 'Access key of the s3 store; none takes credentials from where the AWS SDK finds them.',
  })
  STOA_UPLOAD_S3_ACCESS_KEY_ID!: string;

  @StringVariable({ default: 'none', secret: true, doc: 'Secret of the access key.' })
  STOA_UPLOAD_S3_SECRET_ACCESS_KEY!: string;

  @IntegerVariable({ default: 100, min: 1, doc: 'Largest uploaded file, in MiB.' })
  STOA_UPLOAD_MAX_MIB!: number;

  /** @throws ConfigurationError if the s3 store lacks its bucket, or one half of its key */
  assertComplete(): void {
    if (this.STOA_UPLOAD_STORE !== 's3') return;
    if (this.STOA_UPLOAD_S3_BUCKET === NONE) throw missing('STOA_UPLOAD_S3_BUCKET', 'for the s3 store');
    const keys = ['STOA_UPLOAD_S3_ACCESS_KEY_ID', 'STOA_UPLOAD_S3_SECRET_ACCESS_KEY'] as const;
    const absent = keys.filter((name) => this[name] === NONE);
    if (absent.length === 1 && absent[0]) throw missing(absent[0], 'where the other half of the key is');
  }

  @BooleanVariable({
    default: true,
    doc: 'Images, films and sounds of other hosts are shown through /external_content/, so that they do not learn who reads.',
  })
  STOA_MEDIA_PROXY!: boolean;
}

function missing(name: string, where: string): ConfigurationError {
  return new ConfigurationError(`${name}: must be set ${where}`);
}
