import { IntegerListParam, IntegerParam, StringParam } from '@stoa/http-params';

/** The reference names none; it is as long as browsers take addresses. */
export const LONGEST_URL_TEMPLATE = 2000;

export class CreateLinkifierParams {
  @StringParam({ doc: 'RE2 pattern; named groups `(?P<name>…)` go into the URL.' })
  pattern!: string;

  @StringParam({
    name: 'url_template',
    strip: true,
    maxLength: LONGEST_URL_TEMPLATE,
    doc: 'RFC 6570 template whose variables are the groups of the pattern.',
  })
  urlTemplate!: string;
}

export class UpdateLinkifierParams {
  @IntegerParam({ name: 'filter_id', in: 'path', doc: 'ID of the linkifier.' })
  id!: number;

  @StringParam({ doc: 'RE2 pattern.' })
  pattern!: string;

  @StringParam({ name: 'url_template', strip: true, maxLength: LONGEST_URL_TEMPLATE, doc: 'RFC 6570 template.' })
  urlTemplate!: string;
}

export class LinkifierParams {
  @IntegerParam({ name: 'filter_id', in: 'path', doc: 'ID of the linkifier.' })
  id!: number;
}

export class ReorderLinkifiersParams {
  @IntegerListParam({ name: 'ordered_linkifier_ids', doc: 'IDs of all linkifiers in the wanted order.' })
  orderedIds!: number[];
}
