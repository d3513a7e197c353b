import { BooleanParam, StringParam } from '@stoa/http-params';

/** The keys of the views' indexes hold no more. */
const MOST_BYTES = 2500;
const checkSize = (text: string): string | undefined =>
  Buffer.byteLength(text) > MOST_BYTES ? `Longer than ${MOST_BYTES} bytes` : undefined;

export class AddNavigationViewParams {
  @StringParam({
    strip: true,
    minLength: 1,
    check: checkSize,
    doc: 'URL hash of the view, such as `narrow/is/starred`.',
  })
  fragment!: string;

  @BooleanParam({ name: 'is_pinned', doc: 'Whether the view is in the sidebar rather than in a menu.' })
  isPinned!: boolean;

  @StringParam({
    strip: true,
    minLength: 1,
    check: checkSize,
    optional: true,
    nullable: true,
    doc: 'Name of a custom view; left out for built-in ones.',
  })
  name?: string | null;
}

export class UpdateNavigationViewParams {
  @StringParam({ in: 'path', takesRest: true, doc: 'URL hash of the view.' })
  fragment!: string;

  @BooleanParam({ name: 'is_pinned', optional: true, doc: 'Whether the view is in the sidebar.' })
  isPinned?: boolean;

  @StringParam({
    strip: true,
    minLength: 1,
    check: checkSize,
    optional: true,
    nullable: true,
    doc: 'New name of a custom view.',
  })
  name?: string | null;
}

export class NavigationViewParams {
  @StringParam({ in: 'path', takesRest: true, doc: 'URL hash of the view.' })
  fragment!: string;
}
