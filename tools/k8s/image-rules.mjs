import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../launcher/services.mjs';
import { Catalogue } from './catalogue.mjs';

const LABELS = ['title', 'description', 'version', 'revision', 'base.name'].map(
  (name) => `org.opencontainers.image.${name}`,
);
/** What a container needs of a base image is small, and is named exactly. */
const PINNED_NODE = /^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-[\w-]+-slim(@sha256:[0-9a-f]{64})?$/m;

/** The Dockerfile and .dockerignore as they are. */
export function readImage() {
  const read = (file) => readFileSync(path.join(repositoryRoot, file), 'utf8');
  return { dockerfile: read('Dockerfile'), ignore: read('.dockerignore') };
}

/** The lines of the last stage, continued ones joined. */
function lastStage(dockerfile) {
  const lines = dockerfile.replaceAll(/\\\n\s*/g, ' ').split('\n');
  return lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
}

function* copyProblems(dockerfile, ignore) {
  const allowed = new Set(ignore.split('\n').flatMap((line) => (line.startsWith('!') ? line.slice(1) : [])));
  if (!ignore.split('\n').includes('*')) yield '.dockerignore: lets everything in';
  for (const [, sources] of dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)) {
    for (const source of sources.split(' ').slice(0, -1)) {
      if (!existsSync(path.join(repositoryRoot, source))) yield `Dockerfile: there is no ${source} to copy`;
      if (!allowed.has(source)) yield `.dockerignore: keeps ${source} from the build, which copies it`;
    }
  }
}

/** The pods' users and ports are the image's. */
function* podProblems(argument, objects) {
  const services = new Catalogue(objects).workloads.filter(({ object }) => object.kind === 'Deployment');
  const users = new Set(services.map(({ pod: { securityContext: user } }) => `${user.runAsUser}:${user.runAsGroup}`));
  if ([...users].join() !== argument('USER'))
    yield `Dockerfile: runs as ${argument('USER')}, pods as ${[...users].join()}`;
  const containers = services.flatMap(({ pod }) => pod.containers);
  const ports = new Set(containers.flatMap(({ ports: own }) => own.map(({ containerPort }) => String(containerPort))));
  const exposed = new Set((argument('EXPOSE') ?? '').split(' '));
  if ([...ports].sort().join() !== [...exposed].sort().join())
    yield `Dockerfile: exposes ${[...exposed].join(', ')}, pods have ${[...ports].join(', ')}`;
}

/** Problems of the image's description, which nothing can build where there is no container engine. */
export function imageProblems({ dockerfile, ignore }, objects) {
  const problems = [...copyProblems(dockerfile, ignore)];
  const stage = lastStage(dockerfile);
  const argument = (instruction) =>
    stage.findLast((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1);
  if (!PINNED_NODE.test(dockerfile)) problems.push('Dockerfile: the base image is not named exactly');
  if (/^#\s*syntax=/m.test(dockerfile)) problems.push('Dockerfile: makes every build ask Docker Hub for its syntax');
  const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  if (stages.length < 2 || stages.some((image) => image !== '${NODE_IMAGE}'))
    problems.push('Dockerfile: is not built in stages from NODE_IMAGE');
  for (const label of LABELS)
    if (!argument('LABEL')?.includes(`${label}=`)) problems.push(`Dockerfile: has no label ${label}`);
  if (argument('STOPSIGNAL') !== 'SIGTERM') problems.push('Dockerfile: does not stop with SIGTERM');
  return [...problems, ...podProblems(argument, objects)];
}
