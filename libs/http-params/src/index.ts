export {
  API_HEADERS,
  SESSION_HEADERS,
  domainErrorAnswer,
  errorAnswer,
  isAnswerable,
  API_METHODS,
  methodNotAllowed,
  protocolErrors,
  successBody,
  successPieces,
} from './answers';
export type { HttpAnswer, Translate } from './answers';
export { retentionValue, unquoted } from './loose-text';
export { documentParams } from './openapi-params';
export type { DocumentedParams } from './openapi-params';
export {
  boolean,
  file,
  int64,
  integer,
  integers,
  json,
  oneOf,
  requestSchema,
  retentionDays,
  text,
  texts,
} from './params';
export type { Decoded, Param, Params } from './params';
export { badValue, missingParameter, paramErrors, unsupportedCombination } from './param-errors';
export type { CommonOptions, JsonSchema, ParamSpec, UploadedFile } from './param-spec';
export { ParamsDecoder, fileTooLarge } from './params-decoder';
export type { RawParams, RawValues } from './params-decoder';
export { ALLOW_NUL, IS_DICT, withinIds } from './schema-check';
export type { Check } from './schema-check';
