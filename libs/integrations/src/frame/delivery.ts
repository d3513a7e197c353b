/** A request of a tool, as it came. */
export interface Delivery {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Options of the address, those of the frame included. */
  query: Readonly<Record<string, string | undefined>>;
  body: Buffer;
  /** Texts of a form with several parts (`multipart/form-data`), if the body is one, and the tool sends such. */
  fields?: Readonly<Record<string, string>>;
}
