export interface MessageMarks {
  channelWildcard: boolean;
  isMeMessage: boolean;
  hasAttachment: boolean;
  hasImage: boolean;
  hasLink: boolean;
  /** Pages that it links to need previews. */
  wantsLinkPreviews: boolean;
}

/** As the functions of the database take them. */
export function markBits(marks: MessageMarks): number {
  return (
    (marks.channelWildcard ? 1 : 0) |
    (marks.isMeMessage ? 2 : 0) |
    (marks.hasAttachment ? 4 : 0) |
    (marks.hasImage ? 8 : 0) |
    (marks.hasLink ? 16 : 0) |
    (marks.wantsLinkPreviews ? 32 : 0)
  );
}
