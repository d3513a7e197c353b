import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../launcher/services.mjs';
import { titleOf } from './catalogue.mjs';

const FILE = 'k8s/servers/ingress-nginx-values.yaml';
/** Seconds after which a proxy has to give up the connections of a gateway whose machine is lost. */
const LONGEST_SILENCE = 5;
/** Says that nothing of a request was sent. Any other trigger of Envoy repeats what may have been done. */
const UNSENT = 'connect-failure';

const secondsOf = (duration = '') => Number(/^(\d+)s$/.exec(duration)?.[1] ?? Number.NaN);

/** The values for ingress-nginx that the documentation names. */
export function readIngressValues() {
  return parse(readFileSync(path.join(repositoryRoot, FILE), 'utf8'));
}

/** Problems of the values for ingress-nginx: it notices a gateway that is lost, without rights that it need not give. */
export function ingressValueProblems({ controller: { config, sysctls = {}, allowSnippetAnnotations } }) {
  const problems = [];
  const number = (name) => Number(sysctls[`net.ipv4.tcp_keepalive_${name}`] ?? Number.NaN);
  if (!(number('time') + number('intvl') * number('probes') <= LONGEST_SILENCE))
    problems.push('keeps connections of lost gateways');
  if (!/^proxy_socket_keepalive on;$/m.test(config['http-snippet'] ?? ''))
    problems.push('does not ask whether connections to gateways are alive');
  for (const [name, value] of Object.entries({ ...sysctls, ...config }))
    if (typeof value !== 'string') problems.push(`${name} is no text`);
  if (allowSnippetAnnotations) problems.push('lets every ingress bring configuration of its own');
  return problems.map((problem) => `${FILE}: ${problem}`);
}

/** Problems of a policy of Envoy Gateway: it is of our route, notices a gateway that is lost, and repeats nothing that was sent. */
export function* trafficPolicyProblems(catalogue) {
  for (const policy of catalogue.ofKind('BackendTrafficPolicy')) {
    const title = titleOf(policy);
    const { targetRefs = [], tcpKeepalive = {}, timeout, retry } = policy.spec;
    for (const { kind, name } of targetRefs)
      if (!catalogue.find(kind, name)) yield `${title}: there is no ${kind} ${name}`;
    const { idleTime, interval, probes } = tcpKeepalive;
    if (!(secondsOf(idleTime) + secondsOf(interval) * probes <= LONGEST_SILENCE))
      yield `${title}: keeps connections of lost gateways`;
    if (!(secondsOf(timeout?.tcp?.connectTimeout) <= LONGEST_SILENCE))
      yield `${title}: waits long for a gateway that cannot be reached`;
    if (retry && retry.retryOn?.triggers?.join() !== UNSENT) yield `${title}: repeats requests that write`;
  }
}
