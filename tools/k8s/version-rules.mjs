import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../launcher/services.mjs';

/** Where the version of each server and of Node.js stands; all are of one version, and renovate.json renews them together. */
const PLACES = {
  'Node.js': [
    ['Dockerfile', /^ARG NODE_IMAGE=node:([\d.]+)/gm],
    ['package.json', /"node-linux-\w+": "([\d.]+)"/g],
  ],
  Redis: [
    ['docker-compose.yml', /image: redis:(\S+)/g],
    ['k8s/components/redis/redis.yaml', /image: redis:(\S+)/g],
    ['k8s/components/redis-cluster/primaries.yaml', /image: redis:(\S+)/g],
    ['k8s/components/redis-cluster/standbys.yaml', /image: redis:(\S+)/g],
    ['k8s/helm/stoa/values.yaml', /image: redis:(\S+)/g],
  ],
  NATS: [
    ['docker-compose.yml', /image: nats:(\S+)/g],
    ['k8s/components/nats/nats.yaml', /image: nats:(\S+)/g],
    ['k8s/components/nats-cluster/nats.yaml', /image: nats:(\S+)/g],
    ['k8s/helm/stoa/values.yaml', /image: nats:(\S+)/g],
  ],
  PostgreSQL: [
    ['docker-compose.yml', /image: postgres:([\d.]+)/g],
    ['k8s/components/postgres/postgres.yaml', /image: postgres:([\d.]+)/g],
    ['k8s/servers/postgres-cluster.yaml', /postgresql:([\d.]+)/g],
  ],
};

/** Where such a version is missing, or is another one than elsewhere. */
export function versionProblems(read = (file) => readFileSync(path.join(repositoryRoot, file), 'utf8')) {
  const problems = [];
  for (const [server, places] of Object.entries(PLACES)) {
    const found = places.map(([file, pattern]) => [file, [...read(file).matchAll(pattern)].map(([, tag]) => tag)]);
    const [[, [expected]]] = found;
    for (const [file, tags] of found) {
      if (tags.length === 0) problems.push(`${file}: names no version of ${server}`);
      for (const tag of tags)
        if (tag !== expected) problems.push(`${file}: ${server} is ${tag} instead of ${expected}`);
    }
  }
  return problems;
}
