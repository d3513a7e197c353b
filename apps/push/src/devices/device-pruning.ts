import { Injectable } from '@nestjs/common';
import { Database, lockUser } from '@stoa/database';
import type { RelayUser, TokenKind } from '../relay/relay-requests';
import { TokenKind as Kind } from '../relay/relay-requests';
import { DevicesRepository } from './devices.repository';
import { TokensRepository } from './tokens.repository';

/** Removes what the relay reported as gone (push.md 8). No event announces it. */
@Injectable()
export class DevicePruning {
  constructor(
    private readonly database: Database,
    private readonly devicesTable: DevicesRepository,
    private readonly tokensTable: TokensRepository,
  ) {}

  /** @param relayDeviceIds `delete_device_ids` of the relay's answer */
  async devices({ id, realm }: Pick<RelayUser, 'id' | 'realm'>, relayDeviceIds: readonly number[]): Promise<void> {
    if (relayDeviceIds.length === 0) return;
    await this.database.write({ realmId: realm.id, partition: realm.partition }, [lockUser(id)], (tx) =>
      this.devicesTable.remove(tx, id, relayDeviceIds),
    );
  }

  /** @param tokens one list of `deleted_devices` of the relay's answer */
  async tokens(
    { id, realm }: Pick<RelayUser, 'id' | 'realm'>,
    kind: TokenKind,
    tokens: readonly string[],
  ): Promise<void> {
    if (tokens.length === 0) return;
    const stored = kind === Kind.Apns ? tokens.map((token) => token.toLowerCase()) : tokens;
    await this.database.write({ realmId: realm.id, partition: realm.partition }, [lockUser(id)], (tx) =>
      this.tokensTable.remove(tx, id, kind, stored),
    );
  }
}
