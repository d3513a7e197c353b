// `npm start`: a whole cluster on this machine, from nothing. See docs/operate/local-cluster.md.
import { Cluster } from './launcher/cluster.mjs';
import { Failure, explain, runMain } from './launcher/failure.mjs';
import { parseOptions } from './launcher/options.mjs';
import { preparePackages } from './launcher/prepare.mjs';
import { progress } from './launcher/progress.mjs';
import { describeCluster } from './launcher/report.mjs';

function whenAskedToStop(stop) {
  // Ctrl-C arrives twice under npm, which passes it on; the stop runs once and is bounded in time.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
}

/**
 * Ends with the process that started this one, however that one ends: a test, or npm, which a signal to it alone ends without
 * a word to what it runs.
 */
function whenParentEnds(stop) {
  if (!process.env.STOA_LAUNCHER_FOLLOW_PARENT && process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop('the parent ended'), 1000).unref();
}

/** People who look around find conversations. Without them the service is none the worse. */
async function fillDemo({ base_url: baseUrl, accounts }) {
  try {
    // Draws pictures with a package, which may have been installed just now.
    const { playDemo } = await import('./launcher/demo/play.mjs');
    if (await playDemo(baseUrl, accounts)) progress('the demo organization has something to read');
  } catch (error) {
    progress(`the demo organization has no conversations, or some: ${explain(error)}`);
  }
}

async function main() {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(`${options.help}\n`);
    return;
  }
  const cluster = new Cluster(options);
  let stopping = false;
  const stop = (reason, exitCode) => {
    if (stopping) return;
    stopping = true;
    progress(`${reason}: stopping`);
    cluster.stop().then(
      () => {
        progress('everything is stopped');
        process.exit(exitCode);
      },
      (error) => {
        process.stderr.write(`stoa: ${explain(error)}\n`);
        process.exit(1);
      },
    );
  };
  whenAskedToStop((signal) => stop(signal, 0));
  whenParentEnds((reason) => stop(reason, 0));
  // The reader of the output may be gone; reporting that error would fail again, endlessly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    process.stderr.write(`stoa: ${explain(error)}\n`);
    if (!(error instanceof Failure)) console.error(error);
    stop('after an error', 1);
  });
  try {
    if (!options.prepared) await preparePackages();
    await cluster.start();
    if (options.hasConversations && !stopping) await fillDemo(cluster.description());
  } catch (error) {
    if (stopping) return;
    stopping = true;
    process.stderr.write(`stoa: ${explain(error)}\n`);
    if (process.env.STOA_LAUNCHER_TRACE) console.error(error);
    await cluster.stop();
    process.exit(1);
  }
  if (!stopping) process.stdout.write(describeCluster(cluster.description(), options.dataDir));
}

await runMain(main);
