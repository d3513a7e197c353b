import { serviceSettings } from './service-settings.mjs';
import { DataDirectory, readJson } from './state-files.mjs';

/** The settings that make a process one of the running cluster of a data directory; undefined when none runs there. */
function settingsOfRunning(dataDir) {
  const directory = new DataDirectory(dataDir);
  // A launcher that was killed leaves its description behind.
  if (!directory.runningHolder()) return undefined;
  const description = readJson(directory.clusterFile);
  const settings = readJson(directory.settingsFile);
  if (!description || !settings) return undefined;
  return serviceSettings({
    dataDir,
    urls: { database: description.database_url, redis: description.redis_url, nats: description.nats_url },
    host: new URL(description.base_url).host,
    pushRelayUrl: description.push_relay_url,
    settings,
  });
}

/**
 * The settings of a command that has none of its own: the cluster of `npm start`, while it runs. A caller who names
 * even one of these settings means another cluster, so then the environment alone counts.
 * @returns nothing when there is no such cluster, or the environment names one
 */
export function settingsOfLocalCluster(dataDir, environment) {
  const settings = settingsOfRunning(dataDir) ?? {};
  const isNamed = (name) => Boolean(environment[name] || environment[`${name}_FILE`]);
  return Object.keys(settings).some(isNamed) ? {} : settings;
}
