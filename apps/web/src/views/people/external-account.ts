interface KnownAccount {
  readonly url_pattern: string;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function patternOf(fieldData: string, known: Readonly<Record<string, KnownAccount>>): unknown {
  const data: unknown = fieldData === '' ? {} : JSON.parse(fieldData);
  if (!isRecord(data)) return undefined;
  return data.subtype === 'custom' ? data.url_pattern : known[String(data.subtype)]?.url_pattern;
}

/** Where an account elsewhere is found: the field's pattern with the name in it; undefined if that is no web address. */
export function accountUrl(
  fieldData: string,
  name: string,
  known: Readonly<Record<string, KnownAccount>>,
): string | undefined {
  const pattern = patternOf(fieldData, known);
  if (typeof pattern !== 'string') return undefined;
  const url = pattern.replaceAll('%(username)s', encodeURIComponent(name));
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}
