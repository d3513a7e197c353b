import type { ConfiguredRow } from './register-rows';

/** What administrators of a realm configured, at one version of `realm:ID:settings`. */
export class ConfiguredLists {
  constructor(
    readonly version: number,
    readonly rows: ConfiguredRow,
  ) {}
}
