import { TestClient } from '@stoa/testing';

export type Schema = Record<string, unknown>;

/** A parameter as the API document describes it. */
export interface DocumentedParameter {
  name: string;
  place: 'path' | 'query' | 'form';
  isRequired: boolean;
  /** Sent as JSON text. */
  isJson: boolean;
  isFile: boolean;
  schema: Schema;
}

export interface DocumentedEndpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With variable parts in braces. */
  path: string;
  /** Nobody has to authenticate. */
  isPublic: boolean;
  parameters: DocumentedParameter[];
}

interface Operation {
  /** Other places than /api/v1. */
  servers?: unknown[];
  security?: unknown[];
  parameters?: {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    schema?: Schema;
    content?: Record<string, { schema: Schema }>;
  }[];
  requestBody?: {
    content: Record<string, { schema: { properties: Record<string, Schema>; required?: string[] }; encoding?: object }>;
  };
}

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

/** Every endpoint under /api/v1, from the document that the service gives out. */
export async function documentedEndpoints(client: TestClient): Promise<DocumentedEndpoint[]> {
  const response = await fetch(`${client.baseUrl}/api/v1/openapi.json`);
  const { paths }: { paths: Record<string, Record<string, Operation | undefined>> } = JSON.parse(await response.text());
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method.toLowerCase()];
      if (!operation || operation.servers) return [];
      const isPublic = operation.security?.length === 0;
      return [{ method, path, isPublic, parameters: [...inUrl(operation), ...inForm(operation)] }];
    }),
  );
}

/** Headers are left out: they are not what a request asks with. */
function inUrl({ parameters = [] }: Operation): DocumentedParameter[] {
  return parameters.flatMap(({ name, in: place, required, schema, content }) =>
    place === 'header'
      ? []
      : {
          name,
          place,
          isRequired: required,
          isJson: content !== undefined,
          isFile: false,
          schema: schema ?? content?.['application/json']?.schema ?? {},
        },
  );
}

function inForm({ requestBody }: Operation): DocumentedParameter[] {
  const [media] = Object.values(requestBody?.content ?? {});
  if (!media) return [];
  return Object.entries(media.schema.properties).map(([name, schema]) => ({
    name,
    place: 'form',
    isRequired: media.schema.required?.includes(name) ?? false,
    isJson: name in (media.encoding ?? {}),
    isFile: schema.contentMediaType !== undefined,
    schema,
  }));
}
