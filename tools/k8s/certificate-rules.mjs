import { titleOf } from './catalogue.mjs';

const NAMESPACE = 'stoa';

/** Hosts by which services and other servers know a server, of its container's variables. */
function hostsOf({ env = [] }, settings) {
  const valueOf = (wanted) => env.find(({ name }) => name === wanted)?.value ?? '';
  const routes = [...valueOf('NATS_ROUTES').matchAll(/@([\w.-]+):\d+/g)].map(([, host]) => host);
  const asked = routes.length > 0 ? (settings.STOA_NATS_URL ?? '').split(',').map((url) => new URL(url).hostname) : [];
  const servers = valueOf('SERVERS').replaceAll('$(NAMESPACE)', NAMESPACE).split(' ').filter(Boolean);
  return [...routes, ...asked, ...servers];
}

/** As TLS compares names: a star is one label. */
function isNamed(host, { dnsNames = [] }) {
  const [, ...rest] = host.split('.');
  return dnsNames.some((name) => name === host || (rest.length > 0 && name === `*.${rest.join('.')}`));
}

/**
 * Problems of servers whose certificates do not have the names by which they are known: whoever dials one would refuse it.
 * @param certificates objects of k8s/servers/certificates.yaml
 * @param catalogue production as it is rendered
 */
export function* certificateProblems(certificates, catalogue) {
  const settings = catalogue.ofKind('ConfigMap').find(({ data }) => data?.STOA_MODE)?.data ?? {};
  const servers = catalogue.workloads.filter(({ object }) => object.kind === 'StatefulSet');
  for (const { object, pod } of servers) {
    for (const { secret } of pod.volumes.filter(({ secret: own }) => own)) {
      const certificate = certificates.find(
        ({ kind, spec }) => kind === 'Certificate' && spec.secretName === secret.secretName,
      );
      if (!certificate) {
        yield `${titleOf(object)}: nothing makes its certificate ${secret.secretName}`;
        continue;
      }
      for (const host of new Set(pod.containers.flatMap((container) => hostsOf(container, settings))))
        if (!isNamed(host, certificate.spec)) yield `${titleOf(object)}: its certificate does not name ${host}`;
    }
  }
}
