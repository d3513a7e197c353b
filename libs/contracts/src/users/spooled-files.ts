import { Static, Type } from '@sinclair/typebox';
import { CLOSED, Nullable } from '../rpc/nullable';

/** Files of a multipart body that the edge put aside in the file store; it removes them after the call. */
export const SpooledFilesSchema = Type.Object(
  {
    /** How many files the body had. */
    count: Type.Integer(),
    first: Nullable(
      Type.Object({ key: Type.String(), contentType: Nullable(Type.String()), isTooLarge: Type.Boolean() }, CLOSED),
    ),
  },
  CLOSED,
);
export type SpooledFiles = Static<typeof SpooledFilesSchema>;

/** How long a call may take that makes images of a file. */
export const IMAGE_MS = 25_000;
