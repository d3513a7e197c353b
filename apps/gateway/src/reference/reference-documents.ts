import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { API_PREFIX, ServedDocument } from '../http/endpoint-router';
import { EndpointRegistry } from '../http/endpoint-registry';
import { buildOpenApiDocument } from './openapi-document';

/** The page runs only what this host serves and talks to no other. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
    <link rel="icon" type="image/png" sizes="32x32" href="/api/docs/favicon-32x32.png">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START_SCRIPT = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
});
`;

/** Files of the reference page that come from a package. */
const PACKAGED_FILES: readonly [name: string, contentType: string][] = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
];

/** The OpenAPI document and the interactive page that shows it, all from this host. */
@Injectable()
export class ReferenceDocuments {
  constructor(private readonly registry: EndpointRegistry) {}

  /** Path to file. Contents are read or built when they are first asked for. */
  documents(): ReadonlyMap<string, ServedDocument> {
    const openApi = once(() => Buffer.from(JSON.stringify(buildOpenApiDocument(this.registry.endpoints()))));
    const page: ServedDocument = {
      headers: headers('text/html; charset=utf-8', { 'content-security-policy': PAGE_POLICY }),
      body: once(() => Buffer.from(PAGE)),
    };
    return new Map<string, ServedDocument>([
      [
        `${API_PREFIX}/openapi.json`,
        { headers: headers('application/json', { 'access-control-allow-origin': '*' }), body: openApi },
      ],
      ['/api/docs', page],
      ['/api/docs/', page],
      [
        '/api/docs/start.js',
        { headers: headers('text/javascript; charset=utf-8'), body: once(() => Buffer.from(START_SCRIPT)) },
      ],
      ...PACKAGED_FILES.map(([name, contentType]): [string, ServedDocument] => [
        `/api/docs/${name}`,
        { headers: headers(contentType), body: once(() => readFileSync(require.resolve(`swagger-ui-dist/${name}`))) },
      ]),
    ]);
  }
}

function headers(contentType: string, more: Record<string, string> = {}): Record<string, string> {
  return {
    'content-type': contentType,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...more,
  };
}

function once(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined;
  return () => (made ??= make());
}
