import { IncomingMessage, Server, createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type AttributeValue = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };

interface EncodedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: { key: string; value: AttributeValue }[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
}

interface EncodedExport {
  resourceSpans: {
    resource: { attributes: { key: string; value: AttributeValue }[] };
    scopeSpans: { spans: EncodedSpan[] }[];
  }[];
}

export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number;
  attributes: Record<string, string | number | boolean | undefined>;
  links: { traceId: string; spanId: string }[];
  isError: boolean;
}

/** A collector of traces: takes OTLP over HTTP as JSON and keeps what it gets. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** Headers of the last export. */
  headers: IncomingMessage['headers'] = {};

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on('request', (request: IncomingMessage, response) => {
      void text(request).then((body) => {
        collector.headers = request.headers;
        collector.take(JSON.parse(body));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get endpoint(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/v1/traces`;
  }

  /** The spans of a trace, in the order of their begins. */
  trace(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId).sort((a, b) => a.startedAt - b.startedAt);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private take({ resourceSpans }: EncodedExport): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(attributesOf(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) this.spans.push(spanOf(service, span));
    }
  }
}

function spanOf(service: string, span: EncodedSpan): CollectedSpan {
  const { traceId, spanId, name, kind, attributes = [], links = [], status } = span;
  return {
    service,
    traceId,
    spanId,
    parentId: span.parentSpanId === '' ? undefined : span.parentSpanId,
    name,
    kind,
    startedAt: Number(BigInt(span.startTimeUnixNano)) / 1e6,
    endedAt: Number(BigInt(span.endTimeUnixNano)) / 1e6,
    attributes: attributesOf(attributes),
    links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
    isError: status?.code === 2,
  };
}

function attributesOf(attributes: { key: string; value: AttributeValue }[]): CollectedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue,
    ]),
  );
}

/** A trace as text: one line per span, indented below its parent, with begin and duration in milliseconds. */
export function waterfall(spans: readonly CollectedSpan[]): string {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const start = Math.min(...spans.map(({ startedAt }) => startedAt));
  const below = (parent: CollectedSpan | undefined, depth: number): string[] =>
    spans
      .filter(({ parentId }) => (parent ? parentId === parent.spanId : parentId === undefined || !ids.has(parentId)))
      .flatMap((span) => {
        const name = `${'  '.repeat(depth)}${span.name}`;
        const begin = (span.startedAt - start).toFixed(1).padStart(7);
        const duration = (span.endedAt - span.startedAt).toFixed(1).padStart(7);
        return [`${begin} ${duration}  ${span.service.padEnd(8)}  ${name}`, ...below(span, depth + 1)];
      });
  return ['  begin    took  service   span', ...below(undefined, 0)].join('\n');
}
