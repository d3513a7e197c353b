import { Param, text } from '@stoa/http-params';

/** The reference names none; it is as long as browsers take addresses. */
export const LONGEST_URL_TEMPLATE = 2000;

/** The RFC 6570 template of a linkifier or a playground. */
export function urlTemplate(doc: string): Param<string> {
  return text({ strip: true, maxLength: LONGEST_URL_TEMPLATE, doc });
}
