import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export interface PersonSpec {
  role?: string;
  full_name?: string;
  /** The person's name whose bot this is. */
  bot_of?: string;
  bot_type?: number;
}

export interface FileSpec {
  field?: string;
  filename: string;
  type?: string;
  text?: string;
  base64?: string;
}

/** The fields are described in tests/exchanges/README.md. */
export interface Step {
  as?: string;
  method?: string;
  path?: string;
  params?: JsonObject;
  in?: 'query' | 'form';
  files?: FileSpec[];
  headers?: Record<string, string>;
  register?: string;
  events?: string;
  types?: string[];
  sleep?: number;
  unchecked?: boolean;
  keep?: string[];
  own?: Record<string, string>;
  ownKind?: string;
  save?: Record<string, string>;
  /** Of a request; of a look at a queue it is the list of events. */
  expect?: { status: number; body?: Json } | Json[];
}

export interface Scenario {
  title: string;
  people: Record<string, PersonSpec>;
  steps: Step[];
  cleanup?: Step[];
}

/** What differs at one place of an answer. */
export interface Difference {
  path: string;
  expected: Json;
  got: Json;
}

export interface Answer {
  status: number;
  body: Json;
}

const FOLDER = path.join(__dirname, '..');

export function readJson<T>(...names: string[]): T {
  const content: T = JSON.parse(readFileSync(path.join(FOLDER, ...names), 'utf8'));
  return content;
}

export function scenarioNames(): string[] {
  return readdirSync(path.join(FOLDER, 'scenarios'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.basename(file, '.json'))
    .sort();
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The value at a JSON pointer; `-` names the last item of a list. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  let part: Json | undefined = value;
  for (const key of pointer.split('/').slice(1)) {
    if (Array.isArray(part)) part = part[key === '-' ? part.length - 1 : Number(key)];
    else if (isObject(part)) part = part[key];
    else return undefined;
  }
  return part;
}

export function describeStep(step: Step): string {
  if (step.events) return `events ${step.events}`;
  if (step.register) return `${step.as ?? 'anonymous'} POST register`;
  return `${step.as ?? 'anonymous'} ${step.method} ${step.path}`;
}

export const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
