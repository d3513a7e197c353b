import { Payload } from '../frame/payload';

const LONGEST_TEMPLATE = 10_000;
const LONGEST_RESULT = 20_000;
const MOST_PLACES = 200;
const PLACE = /\{\{\s*([^{}|]{1,200}?)\s*((?:\|\s*[a-z]+(?::[^{}|]{0,100})?\s*){0,5})\}\}/g;

/** What may be done to a value: `{{ state | upper }}`. */
const FILTERS: Readonly<Record<string, (text: string, argument: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  trim: (text) => text.trim(),
  line: (text) => text.replace(/\s+/g, ' ').trim(),
  cut: (text, argument) => [...text].slice(0, Math.max(0, Number(argument) || 0)).join(''),
  default: (text, argument) => text || argument,
  code: (text) => `\`${text.replaceAll('`', "'")}\``,
};

/**
 * Puts values of a payload into `{{ path.to.value | filter:argument }}`. There is no logic in templates: what is missing
 * gives nothing, and objects and lists give their JSON.
 * @param clean is done to each value
 */
export function fillTemplate(template: string, payload: Payload, clean: (text: string) => string): string {
  let places = 0;
  let length = 0;
  return template.slice(0, LONGEST_TEMPLATE).replace(PLACE, (_place, path: string, filters: string) => {
    if (++places > MOST_PLACES || length > LONGEST_RESULT) return '';
    const text = clean(filters.split('|').reduce(applied, textAt(payload, path)));
    length += text.length;
    return text;
  });
}

function applied(text: string, filter: string): string {
  const [, name = '', argument = ''] = /^\s*([a-z]+)(?::(.*))?$/s.exec(filter.trim()) ?? [];
  const apply = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  return apply ? apply(text, argument.trim()) : text;
}

function textAt(payload: Payload, path: string): string {
  let value: unknown = payload.value;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = Reflect.get(value, name);
  }
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
