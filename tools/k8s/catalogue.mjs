/** The objects of one rendered kustomization and the questions that the rules ask about them. */
export class Catalogue {
  constructor(objects) {
    this.objects = objects;
    this.workloads = objects
      .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind))
      .map((object) => ({
        object,
        name: workloadName(object),
        pod: object.spec.template.spec,
        labels: podLabels(object),
      }));
  }

  ofKind(...kinds) {
    return this.objects.filter(({ kind }) => kinds.includes(kind));
  }

  find(kind, name) {
    return this.objects.find((object) => object.kind === kind && object.metadata.name === name);
  }

  /** Workloads whose pods a selector chooses. */
  selected(selector = {}) {
    return this.workloads.filter(({ labels }) =>
      Object.entries(selector).every(([label, value]) => labels[label] === value),
    );
  }

  /** Names of the ports that a workload's containers have. */
  static portNames({ pod }) {
    return new Set(containersOf(pod).flatMap(({ ports = [] }) => ports.map(({ name }) => name)));
  }
}

/** Jobs cannot be changed, so the chart gives that of each revision its number. */
function workloadName({ kind, metadata }) {
  return kind === 'Job' ? metadata.name.replace(/-\d+$/, '') : metadata.name;
}

export function containersOf(pod) {
  return [...(pod.initContainers ?? []), ...pod.containers];
}

/** "Deployment gateway", for messages. */
export function titleOf({ kind, metadata }) {
  return `${kind} ${metadata.name}`;
}

function podLabels({ spec }) {
  return spec.template.metadata?.labels ?? {};
}
