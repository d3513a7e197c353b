import type { MailReport } from '@stoa/contracts/push';

const LONGEST_DETAIL = 500;
const LONGEST_WORD = 40;

/** A part of a mail that is a report, as text. */
export interface ReportPart {
  contentType: string;
  text: string;
}

/**
 * What a mail reports of another: a delivery (RFC 3464) or a complaint (RFC 5965). Of several recipients the one who
 * fared worst counts, as each of our mails has one.
 * @returns null for a mail that is no report
 */
export function mailReport(parts: readonly ReportPart[]): MailReport | null {
  const complaint = parts.find(({ contentType }) => contentType === 'message/feedback-report');
  if (complaint) {
    const [fields = new Map<string, string>()] = fieldGroups(complaint.text);
    const feedbackType = wordOf(fields.get('feedback-type'));
    return feedbackType === '' ? null : { kind: 'complaint', feedbackType, detail: detailOf(fields.get('user-agent')) };
  }
  const deliveries = parts.flatMap(({ contentType, text }) =>
    contentType === 'message/feedback-report' ? [] : fieldGroups(text).flatMap(deliveryOf),
  );
  return deliveries.find(({ action }) => action === 'failed') ?? deliveries[0] ?? null;
}

function deliveryOf(fields: ReadonlyMap<string, string>): Extract<MailReport, { kind: 'delivery' }>[] {
  const action = wordOf(fields.get('action'));
  // After the number some servers write what it means.
  const status = wordOf(fields.get('status')?.split(/[\s(]/, 1)[0]);
  if (action === '' || status === '') return [];
  const detail = detailOf(fields.get('diagnostic-code')?.replace(/^\s*smtp\s*;\s*/i, ''));
  return [{ kind: 'delivery', action, status, detail }];
}

/** Groups of fields, by their names in lower case, as blank lines part them; of repeated ones the first. */
function fieldGroups(text: string): Map<string, string>[] {
  const unfolded = text.replaceAll('\r\n', '\n').replace(/\n[ \t]+(?=\S)/g, ' ');
  return unfolded.split(/\n[ \t]*\n/).map((group) => {
    const fields = new Map<string, string>();
    for (const line of group.split('\n')) {
      const colon = line.indexOf(':');
      const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
      if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
    }
    return fields;
  });
}

function wordOf(value = ''): string {
  return value.trim().toLowerCase().slice(0, LONGEST_WORD);
}

function detailOf(value = ''): string {
  return value
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_DETAIL);
}
