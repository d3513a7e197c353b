import { createHash, randomUUID } from 'node:crypto';
import { IncomingMessage, Server, ServerResponse, createServer } from 'node:http';
import { AddressInfo } from 'node:net';

interface StoredObject {
  content: Buffer;
  at: Date;
}

/** The part of the S3 protocol that {@link S3FileStore} speaks, in memory; signatures are not checked. */
export class S3StandIn {
  private readonly objects = new Map<string, StoredObject>();
  private readonly uploads = new Map<string, { key: string; parts: Map<number, Buffer>; at: Date }>();
  private server: Server | undefined;

  async start(): Promise<string> {
    const server = createServer((request, response) => {
      void this.answer(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  /** Uploads in parts that were neither completed nor aborted. */
  get openUploads(): number {
    return this.uploads.size;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://stand-in');
    const [, , ...parts] = url.pathname.split('/');
    const key = parts.map(decodeURIComponent).join('/');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const query = url.searchParams;
    switch (request.method) {
      case 'PUT':
        return this.putObject(request, response, key, query, body);
      case 'POST':
        return this.post(response, key, query, body);
      case 'DELETE':
        this.uploads.delete(query.get('uploadId') ?? '');
        return void response.writeHead(204).end();
      case 'HEAD':
      case 'GET':
        return key === '' ? this.listing(response, query) : this.getObject(request, response, key);
      default:
        return void response.writeHead(405).end();
    }
  }

  private putObject(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    query: URLSearchParams,
    body: Buffer,
  ): void {
    const upload = this.uploads.get(query.get('uploadId') ?? '');
    const source = request.headers['x-amz-copy-source'];
    if (upload) upload.parts.set(Number(query.get('partNumber')), body);
    else if (typeof source === 'string') {
      const [, ...rest] = decodeURIComponent(source).replace(/^\//, '').split('/');
      const found = this.objects.get(rest.join('/'));
      if (!found) return missing(response);
      this.objects.set(key, { content: found.content, at: new Date() });
      return xml(response, '<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>');
    } else this.objects.set(key, { content: body, at: new Date() });
    response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
  }

  private post(response: ServerResponse, key: string, query: URLSearchParams, body: Buffer): void {
    if (query.has('delete')) {
      for (const [, found = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g))
        this.objects.delete(unescaped(found));
      return xml(response, '<DeleteResult></DeleteResult>');
    }
    if (query.has('uploads')) {
      const id = randomUUID();
      this.uploads.set(id, { key, parts: new Map(), at: new Date() });
      return xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    const id = query.get('uploadId') ?? '';
    const upload = this.uploads.get(id);
    if (!upload) return missing(response);
    const ordered = [...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part);
    this.objects.set(key, { content: Buffer.concat(ordered), at: new Date() });
    this.uploads.delete(id);
    xml(response, '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>');
  }

  private getObject(request: IncomingMessage, response: ServerResponse, key: string): void {
    const found = this.objects.get(key);
    if (!found) return missing(response);
    const { content, at } = found;
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const part = range ? content.subarray(Number(range[1]), Number(range[2]) + 1) : content;
    response.writeHead(range ? 206 : 200, {
      'content-length': part.length,
      'last-modified': at.toUTCString(),
      ...(range ? { 'content-range': `bytes ${range[1]}-${range[2]}/${content.length}` } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : part);
  }

  /** Two objects a page, so that pages are followed. */
  private listing(response: ServerResponse, query: URLSearchParams): void {
    if (query.has('uploads')) {
      const entries = [...this.uploads].map(
        ([id, { key, at }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
      );
      return xml(response, `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`);
    }
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, 2);
    const contents = page.map((key) => {
      const object = this.objects.get(key);
      const size = object?.content.length ?? 0;
      return `<Contents><Key>${key}</Key><Size>${size}</Size><LastModified>${object?.at.toISOString() ?? ''}</LastModified></Contents>`;
    });
    const next = keys.length > 2 ? `<NextContinuationToken>${page[1] ?? ''}</NextContinuationToken>` : '';
    xml(response, `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`);
  }
}

function xml(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`);
}

function missing(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
