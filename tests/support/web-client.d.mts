/** The web client's state after events, and that of a later registration (apps/web/src/test-support/folding.ts). */
export function foldedAndFresh(
  before: object,
  events: readonly { id: number; type: string }[],
  after: object,
): { folded: object; fresh: object };
