import { ChannelSettingsRow } from './register-rows';

/** The settings of all channels of a realm, archived ones included, at one version of `realm:ID:channels`. */
export class ChannelSet {
  constructor(
    readonly version: number,
    readonly rows: ReadonlyMap<number, ChannelSettingsRow>,
  ) {}

  after(version: number, changed: readonly ChannelSettingsRow[]): ChannelSet {
    const rows = new Map(this.rows);
    for (const row of changed) rows.set(row.id, row);
    return new ChannelSet(version, rows);
  }
}
