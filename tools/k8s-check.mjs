// `npm run k8s:check`: renders every kustomization and the chart below k8s/ and checks the objects offline: published types,
// references, security, probes, settings that the services really read, network policies against docs/build/architecture.md, the
// chart's renderings against their sources and what they must be equal to, docker-compose.yml, Dockerfile, workflows. Needs no cluster
// and no helm. Without kubectl only the files of the base and the chart are checked, and it says so.
// `--values FILE` checks the chart with values of your own, and needs helm; `--rendered FILE [NAME]` checks objects that
// were rendered before, with the name `values` as those of a chart with values of your own.
import { readFileSync } from 'node:fs';
import { Failure, runMain } from './launcher/failure.mjs';
import { adapterProblems, readAdapterValues } from './k8s/adapter-rules.mjs';
import { commandProblems, composeProblems, readCompose } from './k8s/compose-rules.mjs';
import { readFacts } from './k8s/facts.mjs';
import { imageProblems, readImage } from './k8s/image-rules.mjs';
import { problemsOf, problemsOfValues } from './k8s/problems.mjs';
import { ingressValueProblems, readIngressValues } from './k8s/proxy-rules.mjs';
import { parseObjects } from './k8s/render.mjs';
import { objectsWithValues } from './k8s/chart.mjs';
import { checkRenderings } from './k8s/renderings.mjs';
import { renewalProblems } from './k8s/renewal-rules.mjs';
import { serverProblems } from './k8s/server-rules.mjs';
import { versionProblems } from './k8s/version-rules.mjs';
import { readWorkflows, workflowProblems } from './k8s/workflow-rules.mjs';

/** The name under which a chart with somebody's own values is checked. */
const VALUES = 'values';
const USAGE = 'usage: k8s-check.mjs [--values FILE | --rendered FILE [NAME]]';

function checkEverything(facts) {
  const { renderings, problems } = checkRenderings(facts);
  const compose = readCompose();
  const base = renderings.get('base');
  problems.push(
    ...serverProblems(facts, compose, renderings.get('chart for production')),
    ...adapterProblems(readAdapterValues(), renderings.get('chart with adapter.yaml'), facts),
    ...ingressValueProblems(readIngressValues()),
    ...composeProblems(compose, facts),
    ...commandProblems(compose, renderings.get('dev') ?? base),
    ...imageProblems(readImage(), base),
    ...versionProblems(),
    ...renewalProblems(),
    ...workflowProblems(readWorkflows()),
  );
  return { renderings, problems };
}

function checkOne([option, file, name = 'rendered'], facts) {
  if (!file) throw new Failure(USAGE);
  if (option !== '--values' && option !== '--rendered') throw new Failure(USAGE);
  const isRendered = option === '--rendered';
  const objects = isRendered ? parseObjects(readFileSync(file, 'utf8'), file) : objectsWithValues(file);
  const title = isRendered ? name : VALUES;
  const problems = title === VALUES ? problemsOfValues(title, objects, facts) : problemsOf(title, objects, facts);
  return { renderings: new Map([[title, objects]]), problems };
}

await runMain(() => {
  const args = process.argv.slice(2);
  const facts = readFacts();
  const { renderings, problems } = args.length === 0 ? checkEverything(facts) : checkOne(args, facts);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  const count = [...renderings.values()].reduce((sum, objects) => sum + objects.length, 0);
  process.stdout.write(`${[...renderings.keys()].join(', ')}: ${count} objects, ${problems.length} problems\n`);
  if (problems.length > 0) process.exitCode = 1;
});
