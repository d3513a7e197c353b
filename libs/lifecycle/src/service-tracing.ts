import { ConfigurationError, NONE, ServiceEnvironment } from '@stoa/config';
import { SERVICE_VERSION } from '@stoa/contracts/server';
import { Logger, Metrics, Tracing, startTracing } from '@stoa/observability';

/** Exports traces if the environment says where to; else nothing of them is even loaded. */
export async function tracingOf(process: {
  service: string;
  environment: ServiceEnvironment;
  logger: Logger;
  metrics: Metrics;
}): Promise<Tracing | undefined> {
  const { environment, ...parts } = process;
  const { STOA_TRACE_ENDPOINT: endpoint, STOA_TRACE_RATIO: ratio, STOA_TRACE_HEADERS: given } = environment;
  if (endpoint === NONE) return undefined;
  const headers = given === NONE ? {} : headersOf(given);
  return startTracing({
    ...parts,
    replica: environment.STOA_REPLICA,
    version: SERVICE_VERSION,
    endpoint,
    ratio,
    headers,
  });
}

/** `name=value`, separated by commas. @throws ConfigurationError */
function headersOf(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [, name, value] = /^\s*([\w-]+)=(\S+)\s*$/.exec(part) ?? [];
    if (name === undefined || value === undefined) {
      throw new ConfigurationError('STOA_TRACE_HEADERS: must be name=value, separated by commas');
    }
    headers[name.toLowerCase()] = decodeURIComponent(value);
  }
  return headers;
}
