/** Of cluster.json. */
interface Processes {
  processes: { http: string }[];
}

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** What the processes of a cluster export, as Prometheus reads it. */
export interface Scrape {
  samples: Sample[];
  /** Names of all metrics that are declared, those without samples too. */
  declared: Set<string>;
}

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads the metrics of every process of a cluster. */
export async function scrape({ description: { processes } }: { description: Processes }): Promise<Scrape> {
  const texts = await Promise.all(processes.map(async ({ http }) => (await fetch(`${http}/metrics`)).text()));
  return parseScrape(texts.join('\n'));
}

export function parseScrape(text: string): Scrape {
  const samples: Sample[] = [];
  const declared = new Set<string>();
  for (const line of text.split('\n')) {
    const [, type] = /^# TYPE (\w+)/.exec(line) ?? [];
    if (type !== undefined) declared.add(type);
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined) continue;
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', given = '']) => [label, given]);
    samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return { samples, declared };
}
