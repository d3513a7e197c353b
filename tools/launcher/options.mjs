import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from './failure.mjs';
import { SERVICES, repositoryRoot } from './services.mjs';

const USAGE = `npm start -- [options]

  --replicas gateway=2,messages=3   processes per service (default: 1)
  --port 9991                       public port (default: the last one, or 9991; a free one if that is taken; 0: never 9991)
  --data-dir .stoa                  folder for data, logs and cluster.json
  --no-demo                         no demo organization
  --no-conversations                one of accounts and channels only
  --dev                             development mode (the demo organization implies it)
  --help                            show this help

Set STOA_DATABASE_URL, STOA_REDIS_URL or STOA_NATS_URL to use your own servers instead of starting them.
STOA_DATA_DIR sets --data-dir, here and for npx stoa.`;

/** Most processes of one service that the launcher starts on one machine. */
const MAX_REPLICAS = 32;

function parseReplicas(text) {
  const replicas = Object.fromEntries(SERVICES.map(({ name }) => [name, 1]));
  for (const part of text.split(',').filter(Boolean)) {
    const [name, count, ...rest] = part.split('=');
    const service = SERVICES.find((candidate) => candidate.name === name);
    if (!service) {
      throw new Failure(
        `--replicas names an unknown service "${name}"; the services are ${SERVICES.map((s) => s.name).join(', ')}`,
      );
    }
    const number = Number(count);
    if (rest.length > 0 || !Number.isInteger(number) || number < 1 || number > MAX_REPLICAS) {
      throw new Failure(`--replicas ${part}: give a number from 1 to ${MAX_REPLICAS}, for example ${name}=2`);
    }
    if (service.single && number !== 1) throw new Failure(`--replicas ${part}: only one ${name} can run`);
    replicas[name] = number;
  }
  return replicas;
}

function parsePort(text) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Failure(`--port ${text}: give a number from 1 to 65535, or 0 for a free port`);
  return port;
}

/** Where a relative --data-dir starts: the directory from which npm was called. */
function callerDirectory(environment) {
  return environment.INIT_CWD ?? process.cwd();
}

/** The data directory that was named by the option, by STOA_DATA_DIR, or by nobody. */
export function dataDirectory(named, environment) {
  const place = named || environment.STOA_DATA_DIR;
  return place ? path.resolve(callerDirectory(environment), place) : path.join(repositoryRoot, '.stoa');
}

/**
 * The launcher's options from its command line and environment.
 * @throws Failure naming the option that is wrong
 */
export function parseOptions(argv, environment = process.env) {
  let values;
  try {
    ({ values } = parseArgs({
      args: argv,
      options: {
        replicas: { type: 'string', default: '' },
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        'no-demo': { type: 'boolean', default: false },
        'no-conversations': { type: 'boolean', default: false },
        dev: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        // For the launcher's own tests: another folder of compiled services, nothing to install or build.
        dist: { type: 'string' },
      },
    }));
  } catch (error) {
    throw new Failure(`${error.message.split('. ')[0]}; "npm start -- --help" lists the options`);
  }
  if (values.help) return { help: USAGE };
  const demo = !values['no-demo'];
  return {
    replicas: parseReplicas(values.replicas),
    port: values.port === undefined ? undefined : parsePort(values.port),
    dataDir: dataDirectory(values['data-dir'], environment),
    demo,
    // Those of the launcher's own tests have no services that could answer.
    hasConversations: demo && !values['no-conversations'] && values.dist === undefined,
    developmentMode: values.dev || demo,
    prepared: values.dist !== undefined,
    distDir: values.dist ? path.resolve(values.dist) : path.join(repositoryRoot, 'dist'),
    servers: {
      database: environment.STOA_DATABASE_URL || undefined,
      redis: environment.STOA_REDIS_URL || undefined,
      nats: environment.STOA_NATS_URL || undefined,
    },
  };
}
