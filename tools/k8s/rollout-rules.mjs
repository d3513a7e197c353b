import { titleOf } from './catalogue.mjs';
import { appOf } from './workload-rules.mjs';

const AWAIT_MIGRATIONS = 'dist/libs/database/src/await-migrations.js';
/** A job cannot be changed, so whoever applies a release has to replace it. */
const FLUX_FORCE = 'kustomize.toolkit.fluxcd.io/force';

/**
 * Problems of bringing a release out: pods wait for the migrations of their own build, the old ones serve until the new ones
 * do, and the job that they wait for runs the same image.
 */
export function* rolloutProblems(catalogue, { variables }) {
  const jobs = catalogue.workloads.filter(({ object }) => object.kind === 'Job');
  for (const { object } of jobs) {
    if (object.metadata.annotations?.[FLUX_FORCE] !== 'enabled') yield `${titleOf(object)}: Flux cannot replace it`;
  }
  for (const { object, pod } of catalogue.workloads) {
    if (object.kind !== 'Deployment') continue;
    const title = titleOf(object);
    const [container] = pod.containers;
    const app = appOf(container);
    if (!app) continue;
    if (object.spec.strategy?.rollingUpdate?.maxUnavailable !== 0 && variables.get('STOA_DATABASE_URL').isReadBy(app))
      yield `${title}: takes pods away before new ones are ready`;
    if (!variables.get('STOA_DATABASE_URL').isReadBy(app)) continue;
    const [waiting] = (pod.initContainers ?? []).filter(({ command }) => command?.includes(AWAIT_MIGRATIONS));
    if (!waiting) yield `${title}: does not wait for the migrations`;
    else if (waiting.image !== container.image) yield `${title}: waits for the migrations of another image`;
    const isMigrated = jobs.some((job) => job.pod.containers.some(({ image }) => image === container.image));
    if (!isMigrated) yield `${title}: no job migrates the database to ${container.image}`;
  }
}
