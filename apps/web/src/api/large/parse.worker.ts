import { type Piece, piecesOf } from './pieces';

/** What the page gets: the frame, then each piece, then that this was all; or that it was no JSON. */
export type Parsed =
  | { readonly kind: 'frame'; readonly frame: string }
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'done' | 'no-json' };

function tell(message: Parsed): void {
  postMessage(message);
}

function parse(bytes: ArrayBuffer): void {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return tell({ kind: 'no-json' });
  }
  const { frame, pieces } = piecesOf(value);
  tell({ kind: 'frame', frame });
  for (const piece of pieces) tell({ kind: 'piece', piece });
  tell({ kind: 'done' });
}

globalThis.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => parse(data));
