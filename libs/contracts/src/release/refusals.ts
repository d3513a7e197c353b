import { BOUNDS, JsonSchema } from './plain-schema';

/** Something that a reader may get and does not take. */
export interface Refusal {
  /** Where in the schema: `.topic`, `.users[].id`, `.*` for the values of a map. */
  at: string;
  /** What is not taken, in words: `null`, `"spam"`, `values beyond maxLength 60`. */
  value: string;
  /** The reader takes some fixed values there, or some forms that it tells by their fields, and this is one more. */
  isNewChoice: boolean;
}

/**
 * What `writer` may write and `reader` does not take; empty if the reader takes everything. Fields that the reader does
 * not name are left to {@link unknownFields}.
 */
export function refusals(reader: JsonSchema, writer: JsonSchema, at = ''): Refusal[] {
  if (writer.anyOf) return writer.anyOf.flatMap((choice) => refusals(reader, choice, at));
  if (reader.anyOf) {
    const { anyOf } = reader;
    const least = mildest(anyOf.map((choice) => refusals(choice, writer, at)));
    const isNewChoice = ('const' in writer && anyOf.some((choice) => 'const' in choice)) || isNewForm(anyOf, writer);
    return least.map((refusal) => ({ ...refusal, isNewChoice: refusal.isNewChoice || isNewChoice }));
  }
  if (isAnything(reader)) return [];
  if ('const' in reader || !isSameType(reader, writer)) {
    if ('const' in writer && reader.const === writer.const) return [];
    return [{ at, value: nameOf(writer), isNewChoice: 'const' in reader && 'const' in writer }];
  }
  const below = sharedParts(reader, writer, at);
  return [
    ...outsideBounds(reader, writer).map((value) => ({ at, value, isNewChoice: false })),
    ...missingFields(reader, writer).map((name) => ({ at: `${at}.${name}`, value: 'no value', isNewChoice: false })),
    ...below.flatMap(([inReader, inWriter, place]) => refusals(inReader, inWriter, place)),
  ];
}

/** A form of an object with a field by which it differs from all that the reader knows. */
function isNewForm(known: readonly JsonSchema[], { properties, required }: JsonSchema): boolean {
  if (!properties || !known.every((choice) => choice.properties)) return false;
  return (required ?? []).some((name) => known.every((choice) => choice.properties?.[name] === undefined));
}

export interface UnknownField {
  at: string;
  /** The reader names all its fields, and refuses what has others. */
  isRefused: boolean;
}

/** Fields that `writer` may write and `reader` does not name, at any depth. */
export function unknownFields(reader: JsonSchema, writer: JsonSchema, at = ''): UnknownField[] {
  if (writer.anyOf) return writer.anyOf.flatMap((choice) => unknownFields(reader, choice, at));
  if (reader.anyOf) {
    const fitting = reader.anyOf.filter((choice) => refusals(choice, writer).length === 0);
    return shortest(fitting.map((choice) => unknownFields(choice, writer, at)));
  }
  const { properties: named, additionalProperties } = reader;
  const written = named ? Object.keys(writer.properties ?? {}) : [];
  const below = sharedParts(reader, writer, at);
  return [
    ...written
      .filter((name) => named?.[name] === undefined)
      .map((name) => ({ at: `${at}.${name}`, isRefused: additionalProperties === false })),
    ...below.flatMap(([inReader, inWriter, place]) => unknownFields(inReader, inWriter, place)),
  ];
}

/** Schemas of what both have, with its place. */
function sharedParts(reader: JsonSchema, writer: JsonSchema, at: string): [JsonSchema, JsonSchema, string][] {
  const pairs: [JsonSchema | undefined, JsonSchema | undefined, string][] = [
    ...Object.entries(writer.properties ?? {}).map(([name, schema]): [JsonSchema | undefined, JsonSchema, string] => [
      reader.properties?.[name] ?? mapValues(reader),
      schema,
      `${at}.${name}`,
    ]),
    [mapValues(reader), mapValues(writer), `${at}.*`],
    ...elements(writer).map((schema, index, all): [JsonSchema | undefined, JsonSchema, string] => [
      elements(reader)[index],
      schema,
      `${at}[${all.length > 1 ? index : ''}]`,
    ]),
  ];
  return pairs.flatMap(([inReader, inWriter, place]) => (inReader && inWriter ? [[inReader, inWriter, place]] : []));
}

function missingFields(reader: JsonSchema, writer: JsonSchema): string[] {
  return (reader.required ?? []).filter((name) => !writer.required?.includes(name));
}

function outsideBounds(reader: JsonSchema, writer: JsonSchema): string[] {
  const beyond = Object.entries(BOUNDS).flatMap(([word, sign]) => {
    const [taken, given] = [reader[word], writer[word]];
    if (typeof taken !== 'number' || (typeof given === 'number' && given * sign >= taken * sign)) return [];
    return [`values beyond ${word} ${taken}`];
  });
  if (reader.pattern === undefined || reader.pattern === writer.pattern) return beyond;
  return [...beyond, `values other than ${JSON.stringify(reader.pattern)}`];
}

/** The alternative that a change was made to: one that takes all but a new choice is nearer than one of another form. */
function mildest(findings: Refusal[][]): Refusal[] {
  const real = (found: Refusal[]) => found.filter(({ isNewChoice }) => !isNewChoice);
  const fewest = Math.min(...findings.map((found) => real(found).length));
  return shortest(findings.filter((found) => real(found).length === fewest));
}

/** Of the alternatives, the one that differs least: the one that a change was made to. */
function shortest<Found>(findings: Found[][]): Found[] {
  return findings.sort((first, second) => first.length - second.length)[0] ?? [];
}

function isSameType(reader: JsonSchema, writer: JsonSchema): boolean {
  return reader.type === writer.type || (reader.type === 'number' && writer.type === 'integer');
}

function isAnything(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0;
}

function mapValues({ patternProperties }: JsonSchema): JsonSchema | undefined {
  return patternProperties && Object.values(patternProperties)[0];
}

function elements({ items }: JsonSchema): JsonSchema[] {
  if (items === undefined) return [];
  return Array.isArray(items) ? items : [items];
}

function nameOf(schema: JsonSchema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  return schema.type ?? 'anything';
}
