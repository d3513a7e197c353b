/** What an opening line of a fenced block says (markdown.md 4.2). */
export interface FenceOpening {
  fence: string;
  /** As typed; '' when none is named. */
  language: string;
  header: string;
}

// Two steps, so that the second one never meets a character on which it would have to try every way to split the line.
const FENCE = /^(~{3,}|`{3,})([^~`]*)$/;
const INFORMATION = /^ *(?:\{?\.?([a-zA-Z0-9_+,\-./#]+) *([^ ].*)?)?$/;

/** Reads an opening line; null when the line is none. */
export function parseFence(line: string): FenceOpening | null {
  const first = line.charCodeAt(0);
  if (first !== 0x60 && first !== 0x7e) return null;
  const match = FENCE.exec(line);
  if (match === null) return null;
  const [, fence = '', rest = ''] = match;
  const information = INFORMATION.exec(rest);
  if (information === null) return null;
  const [, language = '', header = ''] = information;
  // The closing brace of a `{lang}` is part of the syntax, not of a header.
  return { fence, language, header: header.replace(/\}$/, '').trim() };
}
