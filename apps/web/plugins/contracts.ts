import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Kind } from '@sinclair/typebox';
import type { Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '../../..');
const compiledContracts = path.join(root, 'dist', 'libs', 'contracts', 'src');
const PREFIX = '@stoa/contracts/';

interface DeclaredParam {
  kind?: { isJsonText: boolean; acceptsRaw?: true };
  file?: unknown;
}
interface Declared {
  method: string;
  path: string;
  surface?: string;
  params?: Record<string, DeclaredParam>;
}

function isEndpoint(value: unknown): value is Declared {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'tag' in value;
}

/** Sent as it is; every other parameter is sent as JSON text. Numbers and booleans read the same either way. */
function isSentRaw({ kind }: DeclaredParam): boolean {
  return kind?.isJsonText === false || kind?.acceptsRaw === true;
}

/** What a browser needs of a declaration: where to send a request, and how its values are written. */
function requestFormOf({ method, path: place, surface, params = {} }: Declared): object {
  const names = Object.entries(params);
  return {
    method,
    path: place,
    prefix: surface === 'key' ? '/api/v1/' : '/json/',
    raw: names.filter(([, param]) => isSentRaw(param)).map(([name]) => name),
    files: names.filter(([, param]) => param.file !== undefined).map(([name]) => name),
  };
}

function isPlainData(value: unknown): boolean {
  if (value === null || value === undefined || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlainData);
  if (typeof value !== 'object' || Kind in value) return false;
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlainData);
}

function sourceOf(exported: Record<string, unknown>): string {
  return Object.entries(exported)
    .map(([name, value]): [string, unknown] => [name, isEndpoint(value) ? requestFormOf(value) : value])
    .filter(([, value]) => isPlainData(value))
    .map(([name, value]) => `export const ${name} = /* @__PURE__ */ Object.freeze(${JSON.stringify(value)});`)
    .join('\n');
}

/**
 * Gives the browser the declarations of libs/contracts without their schemas: an endpoint's method, path and the way its
 * parameters are written, and plain constants. Types come from the declarations themselves; what is neither is not there,
 * so importing it fails the build.
 */
export function contracts(): Plugin {
  const require = createRequire(import.meta.url);
  return {
    name: 'stoa-contracts',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(PREFIX) ? `\0${source}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const area = id.slice(PREFIX.length + 1);
      const folder = path.join(compiledContracts, area);
      const file = existsSync(folder) ? path.join(folder, 'index.js') : `${folder}.js`;
      if (!existsSync(file)) throw new Error(`${file} is not there: run \`npm run build\`, which compiles libs first`);
      return sourceOf(require(file) as Record<string, unknown>);
    },
  };
}
