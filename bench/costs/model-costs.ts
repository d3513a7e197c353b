import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isObject, objectField, parseObject } from '../support/json';
import type { Row } from '../support/report';
import { Parts, modelCost, rounded } from './figures';

const FILE = path.resolve(__dirname, '..', '..', '..', 'tools', 'capacity', 'costs.json');

/** What the capacity model has now. */
export interface ModelCosts {
  /** Processor microseconds by operation. */
  cpu: Readonly<Record<string, Parts>>;
  bytes: Parts;
}

/** @throws Error when tools/capacity/costs.json is not of its form */
export function readModelCosts(): ModelCosts {
  const costs = parseObject(readFileSync(FILE));
  const operations = objectField(costs, 'cpuMicroseconds');
  const cpu = Object.fromEntries(Object.keys(operations).map((name) => [name, partsOf(objectField(operations, name))]));
  return { cpu, bytes: partsOf(objectField(costs, 'bytes')) };
}

function partsOf(value: unknown): Parts {
  if (!isObject(value)) throw new Error('a cost is not an object');
  return Object.fromEntries(
    Object.entries(value).map(([name, number]) => {
      if (typeof number !== 'number') throw new Error(`${name} is not a number`);
      return [name, number];
    }),
  );
}

/** Each operation as it was measured, and below it as the model has it. */
export function cpuComparison(measured: Readonly<Record<string, Parts>>, model: ModelCosts): Row[] {
  return Object.entries(measured).flatMap(([operation, parts]) => [
    { operation, from: 'measured', ...withTotal(modelCost(parts)) },
    { operation, from: 'costs.json', ...withTotal(model.cpu[operation] ?? {}) },
  ]);
}

export function byteComparison(measured: Parts, model: ModelCosts): Row[] {
  return Object.entries(measured).map(([figure, bytes]) => ({
    figure,
    measured: rounded(bytes),
    'costs.json': model.bytes[figure] ?? '',
  }));
}

function withTotal(parts: Parts): Row {
  return { all: Object.values(parts).reduce((sum, value) => sum + value, 0), ...parts };
}
