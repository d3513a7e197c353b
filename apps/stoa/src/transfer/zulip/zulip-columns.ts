import { storedSetting } from '@stoa/contracts/users';
import { JsonObject, field, timeOf } from '../conversion/foreign-export';
import { Columns, valueProblem } from '../import/column-catalog';

const POLICY_NAMES: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  message_edit_history_visibility_policy: { 1: 'all', 2: 'moves', 3: 'none' },
  topics_policy: { 1: 'inherit', 2: 'allow_empty_topic', 3: 'disable_empty_topic', 4: 'empty_topic_only' },
  resolved_topic_notice_auto_read_policy: { 1: 'always', 2: 'except_followed', 3: 'never' },
  web_animate_image_previews: {},
};

function presentForm(name: string, given: JsonObject[string]): unknown {
  if (typeof given === 'string') return storedSetting(name, given);
  return typeof given === 'number' && name in POLICY_NAMES ? POLICY_NAMES[name]?.[given] : given;
}

/**
 * Fields that have the same name and meaning in both, where the column takes the value: settings above all. What an older or
 * newer release has in another form keeps the default.
 */
export function sameFields(record: JsonObject, columns: Columns, names: readonly string[]): Record<string, unknown> {
  const same: Record<string, unknown> = {};
  for (const name of names) {
    const column = columns.get(name);
    if (!column || !(name in record)) continue;
    const given = record[name];
    const value = presentForm(name, given);
    const time = column.type === 'timestamptz' ? field.number(record, name) : null;
    const converted = time === null ? value : timeOf(time);
    if (converted !== undefined && valueProblem(column, converted) === undefined) same[name] = converted;
  }
  return same;
}
