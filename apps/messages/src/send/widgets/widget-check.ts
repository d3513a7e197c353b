import { badRequest } from '@stoa/errors';
import { WidgetContent } from './widget';

type Fields = Record<string, unknown>;
/** Checks a value that is named so in error texts. */
type FieldCheck = (value: unknown, name: string) => void;

/** Options and tasks that one user adds are numbered from 0 to this. */
const LARGEST_INDEX = 1000;

/** The shape of a widget, or what somebody added to it, is wrong; the text names the field. */
class WidgetShapeError extends Error {}

function refuse(message: string): never {
  throw new WidgetShapeError(message);
}

const text: FieldCheck = (value, name) => {
  if (typeof value !== 'string') refuse(`${name} is not a string`);
};
const truth: FieldCheck = (value, name) => {
  if (typeof value !== 'boolean') refuse(`${name} is not a boolean`);
};
const index: FieldCheck = (value, name) => {
  if (typeof value !== 'number' || !Number.isInteger(value)) refuse(`${name} is not an integer`);
  else if (value < 0) refuse(`${name} is too small`);
  else if (value > LARGEST_INDEX) refuse(`${name} is too large`);
};
const vote: FieldCheck = (value, name) => {
  if (typeof value !== 'number' || !Number.isInteger(value)) refuse(`${name} is not an integer`);
  else if (value !== 1 && value !== -1) refuse(`Invalid ${name}`);
};

function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(`${name} is not a dict`);
  return Object.fromEntries(Object.entries(value));
}

function checkFields(name: string, fields: Fields, checks: Record<string, FieldCheck>): void {
  for (const [key, check] of Object.entries(checks)) {
    if (!Object.hasOwn(fields, key)) refuse(`${key} key is missing from ${name}`);
    check(fields[key], `${name}["${key}"]`);
  }
}

function checkOnlyFields(name: string, fields: Fields, checks: Record<string, FieldCheck>): void {
  checkFields(name, fields, checks);
  const extra = Object.keys(fields).filter((key) => !Object.hasOwn(checks, key));
  if (extra.length > 0) refuse(`Unexpected arguments: ${extra.join(', ')}`);
}

interface Addition {
  fields: Record<string, FieldCheck>;
  /** Only the message's sender may add it; this is the refusal for others. */
  authorOnly?: string;
}

const ADDITIONS: Readonly<Record<string, ReadonlyMap<string, Addition>>> = {
  poll: new Map<string, Addition>([
    ['vote', { fields: { key: text, vote } }],
    ['new_option', { fields: { idx: index, option: text } }],
    ['question', { fields: { question: text }, authorOnly: "You can't edit a question unless you are the author." }],
  ]),
  todo: new Map<string, Addition>([
    ['new_task', { fields: { key: index, task: text, desc: text, completed: truth } }],
    ['strike', { fields: { key: text } }],
    [
      'new_task_list_title',
      { fields: { title: text }, authorOnly: "You can't edit the task list title unless you are the author." },
    ],
  ]),
};

/**
 * Checks what is added to a widget of the given type; types that have no rules of their own take anything.
 * @throws DomainError with a text that names the field
 */
export function checkAddition(widgetType: string | null, data: unknown, isAuthor: boolean): void {
  const additions = widgetType === null ? undefined : ADDITIONS[widgetType];
  if (!additions) return;
  asBadRequest('', () => {
    const name = `${widgetType} data`;
    const fields = fieldsOf(data, name);
    checkFields(name, fields, { type: text });
    const type = String(fields.type);
    const addition = additions.get(type);
    if (!addition) return refuse(`Unknown type for ${name}: ${type}`);
    if (addition.authorOnly && !isAuthor) return refuse(addition.authorOnly);
    checkOnlyFields(name, fields, { type: text, ...addition.fields });
  });
}

/**
 * Reads the parameter `widget_content` of a send (markdown.md 13.2).
 * @throws DomainError `Widgets: …`
 */
export function parseWidgetContent(json: string): WidgetContent {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw badRequest('Widgets: API programmer sent invalid JSON content');
  }
  return asBadRequest('Widgets: ', () => {
    const widget = fieldsOf(parsed, 'widget_content');
    for (const key of ['widget_type', 'extra_data']) {
      if (!Object.hasOwn(widget, key)) refuse(`${key} is not in widget_content`);
    }
    const extraData = fieldsOf(widget.extra_data, 'extra_data');
    const { widget_type: widgetType } = widget;
    if (widgetType !== 'zform') return refuse(`unknown widget type: ${String(widgetType)}`);
    checkForm(extraData);
    return { widget_type: widgetType, extra_data: extraData };
  });
}

function checkForm(form: Fields): void {
  if (!Object.hasOwn(form, 'type')) refuse('zform is missing type field');
  if (form.type !== 'choices') refuse(`unknown zform type: ${String(form.type)}`);
  checkFields('extra_data', form, {
    heading: text,
    choices: (choices, name) => {
      if (!Array.isArray(choices)) return refuse(`${name} is not a list`);
      choices.forEach((choice: unknown, position) => {
        const choiceName = `${name}[${position}]`;
        checkFields(choiceName, fieldsOf(choice, choiceName), { short_name: text, long_name: text, reply: text });
      });
    },
  });
}

function asBadRequest<T>(prefix: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof WidgetShapeError) throw badRequest(prefix + error.message);
    throw error;
  }
}
